/** The Tekton bundle: an OCI image layout by the rules of its specification, and what Tekton's bundle resolver finds in it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { version as packageVersion } from '../../package.json';
import { GIVEWAY_IMAGE, manifestPaths } from './equipment/lab';
import { BUILD_MS, ROOT, tool } from './equipment/tools';

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface Manifest {
  readonly schemaVersion: number;
  readonly mediaType: string;
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
  readonly annotations: Readonly<Record<string, string>>;
}

let folder: string;
let digest: string;
const layout = (name = 'bundle'): string => join(folder, name);

function bundle(...args: string[]): string {
  return execFileSync('npm', ['run', '--silent', 'tekton:bundle', '--', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim();
}

beforeAll(() => {
  tool('bundle-reader');
  folder = mkdtempSync(join(tmpdir(), 'giveway-bundle-'));
  digest = bundle('--out', layout());
}, BUILD_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const json = (path: string): unknown => JSON.parse(readFileSync(join(layout(), path), 'utf8'));
const blobPath = ({ digest: of }: Pick<Descriptor, 'digest'>): string => join('blobs', of.replace(':', '/'));
const blob = (descriptor: Descriptor): Buffer => readFileSync(join(layout(), blobPath(descriptor)));
const index = (): { readonly manifests: readonly Descriptor[] } => json('index.json') as never;
const manifest = (): Manifest => json(blobPath(index().manifests[0]!)) as Manifest;
const sha256 = (content: Buffer): string => `sha256:${createHash('sha256').update(content).digest('hex')}`;

test('the layout has one image, which is the one that was printed', () => {
  expect(readdirSync(layout()).sort()).toEqual(['blobs', 'index.json', 'oci-layout']);
  expect(json('oci-layout')).toEqual({ imageLayoutVersion: '1.0.0' });
  expect(json('index.json')).toMatchObject({
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [
      {
        mediaType: 'application/vnd.oci.image.manifest.v1+json',
        digest,
        annotations: { 'org.opencontainers.image.ref.name': packageVersion },
      },
    ],
  });
});

test('every blob is what names it, and there is no other', () => {
  const { config, layers } = manifest();
  const named = [index().manifests[0]!, config, ...layers];
  for (const descriptor of named) {
    expect(sha256(blob(descriptor))).toBe(descriptor.digest);
    expect(blob(descriptor)).toHaveLength(descriptor.size);
  }
  expect(readdirSync(join(layout(), 'blobs/sha256')).sort()).toEqual(
    [...new Set(named.map((descriptor) => descriptor.digest.slice('sha256:'.length)))].sort(),
  );
});

test('the configuration names the layers as they are without gzip', () => {
  const { config, layers } = manifest();
  expect(JSON.parse(blob(config).toString())).toMatchObject({
    architecture: expect.any(String) as string,
    os: 'linux',
    rootfs: { type: 'layers', diff_ids: layers.map((layer) => sha256(gunzipSync(blob(layer)))) },
  });
});

test('each resource is a layer, with the annotations that the resolver looks for', () => {
  const { layers, annotations } = manifest();
  expect(layers.length).toBeLessThanOrEqual(20);
  const paths = [...manifestPaths('pipeline'), ...manifestPaths('stepaction'), ...manifestPaths('task')];
  expect(layers.map((layer) => layer.annotations)).toEqual(
    paths.map((path) => {
      const { apiVersion, kind, metadata } = parse(readFileSync(path, 'utf8')) as {
        apiVersion: string;
        kind: string;
        metadata: { name: string };
      };
      return {
        'dev.tekton.image.apiVersion': apiVersion.replace('tekton.dev/', ''),
        'dev.tekton.image.kind': kind.toLowerCase(),
        'dev.tekton.image.name': metadata.name,
      };
    }),
  );
  expect(annotations).toMatchObject({
    'org.opencontainers.image.version': packageVersion,
    'org.opencontainers.image.licenses': 'Apache-2.0',
  });
});

test('Tekton’s own bundle resolver finds each of them, as it is in the repository', () => {
  const found = JSON.parse(execFileSync(tool('bundle-reader'), [layout()], { encoding: 'utf8' })) as {
    digest: string;
    resources: readonly { kind: string; name: string; content: string }[];
  };
  expect(found.digest).toBe(digest);
  const paths = [...manifestPaths('pipeline'), ...manifestPaths('stepaction'), ...manifestPaths('task')];
  expect(found.resources.map(({ content }) => content)).toEqual(
    paths.map((path) => readFileSync(path, 'utf8')),
  );
});

test('the same files give the same bytes', () => {
  expect(bundle('--out', layout('again'))).toBe(digest);
  execFileSync('diff', ['-r', layout(), layout('again')]);
});

test('another image can be written into the defaults', () => {
  const image = `registry.example.com/giveway@sha256:${'0'.repeat(64)}`;
  expect(bundle('--out', layout('other'), '--image', image)).not.toBe(digest);
  const { resources } = JSON.parse(
    execFileSync(tool('bundle-reader'), [layout('other')], { encoding: 'utf8' }),
  ) as {
    resources: readonly { content: string }[];
  };
  for (const { content } of resources) {
    expect(content).toContain(`default: ${image}`);
    expect(content).not.toContain(GIVEWAY_IMAGE);
  }
});
