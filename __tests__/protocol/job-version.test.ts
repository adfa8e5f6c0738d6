import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { FoundVersion } from '../../src/protocol/job-version';
import { parseVersionPattern, versionFromJobName, versionFromRefName } from '../../src/protocol/job-version';
import { parseProductVersion } from '../../src/protocol/product-version';

function whyOf(found: FoundVersion): string {
  return found.version === undefined ? found.why : '';
}

const collected = readFileSync(join(__dirname, '../fixtures/job-names.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): [string, string] => {
    const [name = '', , expected = ''] = line.split('\t');
    return [name, expected];
  });

describe('a collected job name gives the version that a careful person reads', () => {
  test('all 84 names are here', () => {
    expect(collected).toHaveLength(84);
  });

  test.each(collected)('%s: %s', (name, expected) => {
    const found = versionFromJobName(name);
    expect(found.version ?? '-').toBe(expected);
  });

  test.each(collected.filter(([, expected]) => expected === '-'))('%s: says why it gives none', (name) => {
    expect(versionFromJobName(name)).toEqual({
      version: undefined,
      reason: 'none',
      why: expect.any(String) as string,
    });
    expect(whyOf(versionFromJobName(name))).not.toBe('');
  });

  test('a number that is seen and not taken is named with its reason', () => {
    expect(
      whyOf(versionFromJobName('pull-ci-openshift-cluster-logging-operator-release-5.0-functional')),
    ).toMatch(/5\.0.*logging/);
    expect(whyOf(versionFromJobName('pull-ci-cri-o-cri-o-release-1.31-e2e-aws-ovn'))).toMatch(/1\.31/);
  });
});

// Names that were not at hand when the rules were written.
test.each([
  ['periodic-ci-openshift-release-main-nightly-5.0-e2e-metal-ipi-ovn-dualstack', '5.0'],
  ['periodic-ci-openshift-release-main-ci-5.0-upgrade-from-stable-4.22-e2e-gcp-ovn-rt-upgrade', '5.0'],
  ['periodic-ci-openshift-hypershift-release-5.0-periodics-e2e-aws-ovn-conformance', '5.0'],
  ['pull-ci-openshift-console-release-5.1-e2e-gcp-console', '5.1'],
  [
    'rehearse-72894-periodic-ci-openshift-kni-eco-ci-cd-main-nightly-4.22-telcov10n-virtualised-single-node-hub-ztp',
    '4.22',
  ],
  ['aggregated-aws-ovn-upgrade-4.22-micro-release-openshift-release-analysis-aggregator', '4.22'],
  [
    'periodic-ci-openshift-openshift-tests-private-release-4.20-multi-nightly-4.20-cpou-upgrade-from-4.18-aws-ipi-f28',
    '4.20',
  ],
  [
    'periodic-ci-openshift-openshift-tests-private-release-4.19-amd64-nightly-4.19-eus-upgrade-from-4.18-azure-ipi-f60',
    '4.19',
  ],
  ['periodic-ci-openshift-online-rosa-e2e-main-periodics-rosa-hcp-e2e-nightly-4-22', '4.22'],
  ['periodic-ci-openshift-online-rosa-e2e-main-periodics-rosa-hcp-e2e-stable-4-9', '4.9'],
  ['periodic-ci-stackrox-stackrox-master-ocp-4-21-lp-interop-acs-latest', '4.21'],
  ['pull-ci-stackrox-stackrox-release-4.6-gke-qa-e2e-tests', '-'],
  ['branch-ci-stackrox-stackrox-release-4.6-ocp-4-18-qa-e2e-tests', '4.18'],
  ['periodic-ci-stolostron-acmqe-autotest-main-vboulos-acm-ocp4.20-lp-interop-acm-interop-aws', '4.20'],
  ['periodic-ci-quay-quay-tests-master-ocp-421-quay-quay-e2e-tests-quay317-ocp421-lp-interop', '4.21'],
  ['pull-ci-quay-quay-redhat-3.9-ocp-latest-e2e', '-'],
  ['pull-ci-openshift-logging-view-plugin-release-5.8-unit', '-'],
  ['pull-ci-openshift-service-mesh-sail-operator-release-3.1-e2e-ocp', '-'],
  ['pull-ci-openshift-etcd-openshift-4.23-e2e-aws-ovn-etcd-scaling', '4.23'],
  ['periodic-ci-openshift-multiarch-main-nightly-4.21-ocp-e2e-ovn-remote-libvirt-s390x', '4.21'],
  ['pull-ci-openshift-microshift-release-4.19-ocp-conformance-rhel-9.6-optional', '4.19'],
  [
    'periodic-ci-openshift-eng-ocp-qe-perfscale-ci-main-aws-4.21-nightly-x86-loaded-upgrade-420to421-24nodes',
    '4.21',
  ],
  ['periodic-ci-openshift-windows-machine-config-operator-release-4.18-azure-e2e-upgrade', '4.18'],
  ['pull-ci-openshift-ptp-operator-release-4.16-e2e-aws', '4.16'],
  ['periodic-ci-rh-ecosystem-edge-nvidia-ci-main-4.20-stable-nvidia-gpu-operator-e2e-25-10-x', '4.20'],
  ['periodic-ci-medik8s-system-tests-main-4.19-nhc-snr-0.10-e2e', '4.19'],
  ['pull-ci-operator-framework-operator-sdk-release-1.40-e2e', '-'],
  ['pull-ci-openshift-assisted-service-master-edge-e2e-oci-assisted-4-14', '4.14'],
  ['release-openshift-origin-installer-e2e-gcp-upgrade-4.2-to-4.3-nightly', '4.3'],
  ['periodic-ci-openshift-release-main-okd-scos-4.21-e2e-aws-ovn', '4.21'],
])('an unseen job name, %s: %s', (name, expected) => {
  expect(versionFromJobName(name).version ?? '-').toBe(expected);
});

describe('each rule, and where it ends', () => {
  test.each([
    ["the product's word, in every spelling", 'e2e-ocp4.17-aws', '4.17', 'product-word'],
    ["the product's word, a dash before the version", 'e2e-ocp-4.17-aws', '4.17', 'product-word'],
    ["the product's word, without a dot", 'e2e-ocp417-aws', '4.17', 'product-word'],
    ["the product's word, a dash and no dot", 'e2e-ocp-417-aws', '4.17', 'product-word'],
    ["the product's word, dashes only", 'e2e-ocp-4-17-aws', '4.17', 'product-word'],
    ["the product's word, and one digit", 'e2e-ocp-50-aws', '5.0', 'product-word'],
    ["the product's word, an underscore", 'e2e_ocp_4.17_aws', '4.17', 'product-word'],
    ["the product's word, and a v", 'e2e-ocp-v4.17', '4.17', 'product-word'],
    ["the product's word in capitals", 'E2E-OCP-4.17', '4.17', 'product-word'],
    ["the product's word by another name", 'okd-4.17-openshift-4.16', '4.17', 'product-word'],
    [
      "the product's word decides over a higher version elsewhere",
      'odf-4.19-ocp-4.17',
      '4.17',
      'product-word',
    ],
    ['an upgrade goes on in the same product', 'odf-4.19-ocp-4.16-to-4.17', '4.17', 'product-word'],
    ['an upgrade may name its target first', 'ocp-4.17-upgrade-from-stable-4.16', '4.17', 'product-word'],
    ["a word that only begins like the product's", 'ocpbugs-417', '-', 'none'],
    ["a number that goes on behind the product's word", 'ocp-4.17nodes', '-', 'none'],
    ["the product's word and a major alone", 'aws-ocp4-bsi-node', '-', 'none'],

    ['a whole word', 'x86-4.22', '4.22', 'whole-word'],
    ['a whole word that is the name', '4.22', '4.22', 'whole-word'],
    ['a whole word in brackets', 'e2e (4.22, metal)', '4.22', 'whole-word'],
    ['a whole word between slashes', 'org/repo/4.22/e2e', '4.22', 'whole-word'],
    ['a patch is dropped', 'nightly-4.22.3-e2e', '4.22', 'whole-word'],
    ['a release candidate', '4.22.0-rc.1-e2e', '4.22', 'whole-word'],
    ['a nightly payload', '4.22.0-0.nightly-2026-11-30-093000', '4.22', 'whole-word'],
    ['two versions: the higher one', 'release-4.21-e2e-4.22', '4.22', 'whole-word'],
    ['two versions: 4.10 is above 4.9', 'upgrade-4.9-to-4.10', '4.10', 'whole-word'],
    ['two versions: 5.0 is above 4.22', '5.0-upgrade-from-stable-4.22', '5.0', 'whole-word'],
    ['a rollback holds the higher one too', 'rollback-4.5-to-4.4', '4.5', 'whole-word'],
    ['3.11', 'release-3.11-e2e', '3.11', 'whole-word'],
    ['3.12 never was', 'e2e-3.12-aws', '-', 'none'],
    ['another major', 'e2e-6.1-aws', '-', 'none'],
    ['a leading zero', 'e2e-4.022-aws', '-', 'none'],
    ['three digits of minor', 'e2e-4.220-aws', '-', 'none'],
    ['a v', 'helm-v4.22-e2e', '-', 'none'],
    ['letters behind', 'v4.22.1abc', '-', 'none'],
    ['letters before', 'oadp4.22', '-', 'none'],
    ['a letter for the minor', 'stable-4.y-e2e', '-', 'none'],
    ['an IP address', 'host-10.4.22.1-e2e', '-', 'none'],
    ['an IP address that begins like a version', 'host-4.22.1.7-e2e', '-', 'none'],
    ['a date', 'backup-2026-11-30', '-', 'none'],
    ['a date with dots', 'backup-30.11.2026', '-', 'none'],
    ['a date with dots that begins like a version', 'backup-4.11.2026', '-', 'none'],

    ['dashes at the end', 'assisted-4-15', '4.15', 'dashes'],
    ['dashes behind a stage', 'nightly-4-22-arm', '4.22', 'dashes'],
    ['dashes behind a stage, one digit', 'stable-4-9-arm', '4.9', 'dashes'],
    ['dashes before a stage', 'e2e-4-22-nightly', '4.22', 'dashes'],
    ['dots decide over dashes', 'e2e-4.16-shard-4-18', '4.16', 'whole-word'],
    ['dashes in the middle', 'e2e-4-22-nodes', '-', 'none'],
    ['dashes at the end with one digit, a counter', 'shard-4-5', '-', 'none'],
    ['a date with one digit of month', 'e2e-2026-4-15', '-', 'none'],
    ['a date from the other side', 'nightly-4-15-2026', '-', 'none'],
    ['another version with dashes', 'gpu-operator-24-9-x', '-', 'none'],
    ['a standard with dashes', 'pull-ci-content-master-e2e-ocp4-pci-dss-4-0', '-', 'none'],
    ['no dot and no word of the product', 'serverless-main-411-ui-e2e', '-', 'none'],

    ["behind another product's name", 'e2e-quay-3.10-aws', '-', 'none'],
    ["behind another product's name, with dashes", 'e2e-aws-rhacs-4-10', '-', 'none'],
    ['an upgrade of another product', 'e2e-quay-3.9-to-3.10', '-', 'none'],
    ['an upgrade of another product, target first', 'e2e-quay-3.10-upgrade-from-3.9', '-', 'none'],
    ["another product's name elsewhere", 'installer-cluster-logging-operator-e2e-5.0', '5.0', 'whole-word'],
    ["another product's major", 'installer-cluster-logging-operator-release-4.6', '4.6', 'whole-word'],
    ['a kernel', 'e2e-kernel-5.14-nightly-4.22', '4.22', 'whole-word'],
  ])('%s: %s gives %s', (_, name, version, rule) => {
    const found = versionFromJobName(name);
    expect(found.version ?? '-').toBe(version);
    expect(found.version === undefined ? found.reason : found.rule).toBe(rule);
  });

  test.each([
    ['', /empty/],
    ['---', /empty/],
    ['unit', /no word such as/],
    ['quay-3.10', /3\.10.*quay/],
    ['cri-o-1.31', /1\.31/],
  ])('none in %j: says why', (name, why) => {
    expect(whyOf(versionFromJobName(name))).toMatch(why);
  });
});

describe('a name that is too long is not read', () => {
  const name256 = `${'a'.repeat(251)}-4.22`;

  test('256 characters are read', () => {
    expect(name256).toHaveLength(256);
    expect(versionFromJobName(name256).version).toBe('4.22');
  });

  test.each([
    [257, undefined],
    [300, undefined],
    [300, '([0-9]+\\.[0-9]+)'],
    [1_000_000, undefined],
  ])('%i characters, pattern %s', (length, pattern) => {
    const found = versionFromJobName('4.22-'.padEnd(length, 'a'), pattern);
    expect(found).toMatchObject({ version: undefined, reason: 'too-long' });
  });

  test.each([
    ['digits and dashes', '4-'.repeat(128)],
    ['upgrade steps', '4.1-to-'.repeat(36)],
    ['words of letters', '4.1-a-'.repeat(42)],
    ['one word', '4'.repeat(256)],
    ['product words', 'ocp-'.repeat(64)],
    ['dashes only', '-'.repeat(256)],
  ])('the rules are quick on 256 characters of %s', (_, name) => {
    const from = performance.now();
    for (let i = 0; i < 20; i++) versionFromJobName(name.slice(0, 256));
    expect(performance.now() - from).toBeLessThan(1_000);
  });
});

test('any name gives none or a version, and what goes to a log has no control characters', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc
          .array(
            fc.constantFrom('ocp', '4.22', '4', '22', 'to', 'from', 'quay', 'nightly', '3.10', '\n', '5'),
          )
          .map((words) => words.join('-')),
      ),
      (name) => {
        const found = versionFromJobName(name);
        if (found.version === undefined) expect(found.why).toMatch(/^[ -~]+$/);
        else expect(parseProductVersion(found.version)).toBeDefined();
      },
    ),
  );
});

describe('a pattern replaces the rules', () => {
  test.each([
    ['its first group is the version', 'app-7.3-e2e-4.22', 'app-([0-9]+\\.[0-9]+)', '7.3'],
    ['a version may have a patch', 'app-7.3.1-e2e', 'app-([0-9.]+)', '7.3.1'],
    ['named groups are major and minor', 'app-r7s12', 'r(?<major>[0-9]+)s(?<minor>[0-9]+)', '7.12'],
    [
      'named groups decide over the first',
      'x9.9-r7s12',
      '([0-9.]+)-r(?<major>[0-9]+)s(?<minor>[0-9]+)',
      '7.12',
    ],
    ['another named group is a group', 'app-7.3', 'app-(?<v>[0-9.]+)', '7.3'],
    ['the first match counts', 'v1.2-v3.4', 'v([0-9.]+)', '1.2'],
    ['an alternative whose group is empty is no version', 'b', 'a([0-9])|b', '-'],
    ['no match', 'app-e2e', 'app-([0-9.]+)', '-'],
    ['case counts', 'APP-7.3', 'app-([0-9.]+)', '-'],
    ['a group that is no version', 'app-next', 'app-([a-z]+)', '-'],
    ['a group with a leading zero', 'app-04.2', 'app-([0-9.]+)', '-'],
    ['an empty group', 'app-', 'app-([0-9.]*)', '-'],
    ['the rules are not asked', 'nightly-4.22-e2e', 'app-([0-9.]+)', '-'],
  ])('%s', (_, name, pattern, expected) => {
    const found = versionFromJobName(name, pattern);
    expect(found.version ?? '-').toBe(expected);
    expect(found.version === undefined ? found.reason : found.rule).toBe(
      expected === '-' ? 'none' : 'pattern',
    );
  });

  test.each([
    ['a bracket left open', '([0-9]+'],
    ['nothing to repeat', '*([0-9])'],
    ['no group', '[0-9]+\\.[0-9]+'],
    ['a group that is not remembered', '(?:[0-9]+)'],
    ['a major without a minor', '(?<major>[0-9]+)'],
    ['a minor without a major', 'v(?<minor>[0-9]+)'],
    ['nothing', ''],
    ['257 characters', `(${'a'.repeat(255)})`],
  ])('%s is a bad pattern, and said so', (_, pattern) => {
    expect(parseVersionPattern(pattern)).toEqual({ problem: expect.any(String) as string });
    expect(versionFromJobName('nightly-4.22', pattern)).toMatchObject({
      version: undefined,
      reason: 'bad-pattern',
    });
    expect(versionFromRefName('release-4.22', pattern)).toMatchObject({
      version: undefined,
      reason: 'bad-pattern',
    });
  });

  test('a good one is given back ready for use', () => {
    const parsed = parseVersionPattern('app-([0-9.]+)');
    expect('pattern' in parsed && parsed.pattern.exec('app-7.3')?.[1]).toBe('7.3');
  });

  test('what it catches is quoted where it goes to a log', () => {
    expect(whyOf(versionFromJobName('app-\n::error::x', 'app-([^]+)'))).not.toContain('\n');
  });
});

describe('a branch gives the version that it is for', () => {
  test.each([
    ['release-4.22', '4.22'],
    ['release/4.22', '4.22'],
    ['releases/4.22', '4.22'],
    ['stable-2.16', '2.16'],
    ['enterprise-4.22', '4.22'],
    ['openshift-4.22', '4.22'],
    ['release-v1.14', '1.14'],
    ['4.22', '4.22'],
    ['v4.22', '4.22'],
    ['v4.22.3', '4.22.3'],
    ['v4.22.0-rc.1', '4.22.0-rc.1'],
    ['', '-'],
    ['main', '-'],
    ['123/merge', '-'],
    ['release-4', '-'],
    ['release-4.22-fix', '-'],
    ['fix-for-4.22', '-'],
    ['release-4.022', '-'],
    ['release--4.22', '-'],
    ['feature/4.22', '-'],
    ['dependabot/npm_and_yarn/lodash-4.17.21', '-'],
    ['release-4.22\n', '-'],
  ])('%j: %s', (ref, expected) => {
    const found = versionFromRefName(ref);
    expect(found.version ?? '-').toBe(expected);
    expect(found.version === undefined ? found.reason : found.rule).toBe(
      expected === '-' ? 'none' : 'branch',
    );
  });

  test('one that is too long is not read', () => {
    expect(versionFromRefName('release-4.22'.padEnd(257, '0'))).toMatchObject({ reason: 'too-long' });
  });

  test('a pattern replaces the rule', () => {
    expect(versionFromRefName('app_7_3', 'app_(?<major>[0-9]+)_(?<minor>[0-9]+)').version).toBe('7.3');
    expect(versionFromRefName('release-4.22', 'app-([0-9.]+)').version).toBeUndefined();
  });
});
