import { isKeyText, parsePublicKey } from '../../src/init/public-key';

const BASE64 = 'AAAAC3NzaC1lZDI1NTE5AAAAIPAbfThXlLuwDDenTP6JEjfAnNKuNCE3pteXetH4yN6W';
const KEY = `ssh-ed25519 ${BASE64}`;

describe('a public key', () => {
  it.each([
    [KEY, KEY],
    [`${KEY}\n`, KEY],
    [`  ${KEY}\tme@here \r\n`, `${KEY} me@here`],
    [`${KEY} it's "mine" $(id) \\ #1`, `${KEY} it's "mine" $(id) \\ #1`],
    [`${KEY} grüße`, `${KEY} grüße`],
  ])('%j is taken as %j', (text, key) => {
    expect(parsePublicKey(text)).toEqual({ key });
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['options in front', `command="sh" ${KEY}`],
    ['options without a value', `no-pty ${KEY}`],
    ['a second line', `${KEY}\n${KEY}`],
    ['a carriage return within', `${KEY}\rssh-rsa AAAA`],
    ['an escape in the comment', `${KEY} \u001b[2J`],
    ['a certificate', `ssh-ed25519-cert-v01@openssh.com ${BASE64}`],
    ['a certificate authority', `cert-authority ${KEY}`],
    ['an old type', `ssh-dss ${BASE64}`],
    ["another type's base64", `ssh-rsa ${BASE64}`],
    ['half of the base64', `ssh-ed25519 ${BASE64.slice(0, 32)}`],
    ['one character less', `ssh-ed25519 ${BASE64.slice(0, -1)}`],
    ['no base64', 'ssh-ed25519 "$(id)"'],
    ['no key behind the type', 'ssh-ed25519'],
    ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n'],
  ])('is not %s', (_, text) => {
    expect(parsePublicKey(text)).toHaveProperty('problem');
  });
});

describe('an --add-key', () => {
  it.each([
    [KEY, true],
    [` ${KEY}`, true],
    ['-----BEGIN OPENSSH PRIVATE KEY-----', true],
    ['sk-ssh-ed25519@openssh.com AAAA', true],
    ['job.pub', false],
    ['ssh-keys/job.pub', false],
    ['/home/me/my keys/job.pub', false],
  ])('%j is the text of a key: %j', (text, isText) => {
    expect(isKeyText(text)).toBe(isText);
  });
});
