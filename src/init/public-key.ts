/** A public key as it stands in a .pub file, for a line of authorized_keys. */

const KEY_TYPE =
  /^(?:ssh-(?:ed25519|rsa)|ecdsa-sha2-nistp(?:256|384|521)|sk-(?:ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com)$/;

export type ParsedKey = { readonly key: string } | { readonly problem: string };

/** Does this look like a key's text, rather than the path of its file? */
export function isKeyText(text: string): boolean {
  return /^\s*(?:ssh-|ecdsa-|sk-)\S+\s/.test(text) || text.includes('-----BEGIN') || text.includes('\n');
}

/**
 * Reads the text of one key. Whatever else could stand in such a line is refused: options, which would be another's say
 * in what the key may do; a second line; control characters in the comment.
 */
export function parsePublicKey(text: string): ParsedKey {
  const line = text.trim();
  if (line.includes('-----BEGIN')) {
    return { problem: 'the public half of a key (the file whose name ends in .pub); this is a private key' };
  }
  if (line === '' || /[\n\r]/.test(line)) return { problem: 'one public key, in one line' };
  // blanks apart, what is not printed could hide something from whoever reads the file
  if (/[\u0000-\u001f\u007f]/.test(line.replaceAll('\t', ' '))) {
    return { problem: 'a public key without control characters' };
  }
  const [type = '', base64 = '', ...comment] = line.split(/[ \t]+/);
  if (!KEY_TYPE.test(type)) {
    return {
      problem: 'a public key that begins with its type, such as ssh-ed25519, without options in front',
    };
  }
  if (!holdsType(base64, type)) return { problem: 'a whole public key: its base64 is damaged' };
  return { key: [type, base64, ...comment].join(' ') };
}

/** A key's base64 begins with the name of its type. */
function holdsType(base64: string, type: string): boolean {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return false;
  const blob = Buffer.from(base64, 'base64');
  if (blob.length < 4 || blob.toString('base64') !== base64) return false;
  // a chain of fields, each behind its length: all there, and nothing behind
  let at = 0;
  while (at + 4 <= blob.length) at += 4 + blob.readUInt32BE(at);
  return at === blob.length && blob.subarray(4, 4 + blob.readUInt32BE(0)).toString('latin1') === type;
}
