'use strict';

// npm run tekton:bundle -- [--out FOLDER] [--image IMAGE]: writes the Tekton bundle as an OCI image layout: each task, step
// action and pipeline a layer, with the annotations that Tekton's bundle resolver looks for. IMAGE replaces the default of
// the param giveway-image. Prints the digest.
//
// The same files give the same bytes on every machine: what gzip writes depends on its version, so that the layers are
// stored in its format without being compressed, and there is no time in them.

const { createHash } = require('node:crypto');
const { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { parseArgs } = require('node:util');
const { gzipSync } = require('node:zlib');
const { parse } = require('yaml');
const { description, license, version } = require('../package.json');

const TEKTON = join(__dirname, '../tekton');
const DEFAULT_IMAGE = `registry.invalid/giveway:${version}`;
/** Tekton reads no bundle that has more. */
const MOST_LAYERS = 20;
const EPOCH = '1970-01-01T00:00:00Z';

const MEDIA = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
};

/** The newest version of each resource, as a catalog shows them: KIND/NAME/VERSION/NAME.yaml. */
function manifestPaths() {
  return ['pipeline', 'stepaction', 'task'].flatMap((kind) =>
    readdirSync(join(TEKTON, kind))
      .sort()
      .map((name) => {
        const versions = readdirSync(join(TEKTON, kind, name)).sort((a, b) =>
          a.localeCompare(b, 'en', { numeric: true }),
        );
        return join(TEKTON, kind, name, versions.at(-1), `${name}.yaml`);
      }),
  );
}

/** A tar of one file, of nobody and of no time. */
function tarOf(name, content) {
  const header = Buffer.alloc(512);
  const field = (text, offset) => header.write(text, offset, 'ascii');
  const octal = (value, length) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  field(name, 0);
  field(octal(0o600, 8), 100); // mode
  field(octal(0, 8), 108); // user
  field(octal(0, 8), 116); // group
  field(octal(content.length, 12), 124);
  field(octal(0, 12), 136); // time
  field(' '.repeat(8), 148); // the sum counts itself as blanks
  field('0', 156); // a regular file
  field('ustar\0' + '00', 257);
  field(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
  return Buffer.concat([header, content, padding, Buffer.alloc(1024)]);
}

/** In gzip's format, in blocks that are stored as they are. */
function gzipped(content) {
  const most = 0xffff;
  const blocks = [];
  for (let at = 0; at < content.length; at += most) {
    const data = content.subarray(at, at + most);
    const head = Buffer.alloc(5);
    head.writeUInt8(at + most >= content.length ? 1 : 0, 0); // is it the last?
    head.writeUInt16LE(data.length, 1);
    head.writeUInt16LE(~data.length & most, 3);
    blocks.push(head, data);
  }
  // checksum and length, the same whatever stands before them
  const end = gzipSync(content).subarray(-8);
  return Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]), ...blocks, end]);
}

function layerOf(path, image) {
  const text = readFileSync(path, 'utf8').replaceAll(DEFAULT_IMAGE, image);
  const { apiVersion, kind, metadata } = parse(text);
  return {
    tar: tarOf(metadata.name, Buffer.from(text)),
    annotations: {
      'dev.tekton.image.apiVersion': apiVersion.split('/')[1],
      'dev.tekton.image.kind': kind.toLowerCase(),
      'dev.tekton.image.name': metadata.name,
    },
  };
}

function digestOf(content) {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

function writeBundle(out, image) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'blobs/sha256'), { recursive: true });
  /** Writes a blob and returns what names it. */
  const blob = (mediaType, content) => {
    const digest = digestOf(content);
    writeFileSync(join(out, 'blobs', digest.replace(':', '/')), content);
    return { mediaType, digest, size: content.length };
  };
  const json = (value) => Buffer.from(JSON.stringify(value));

  const layers = manifestPaths().map((path) => layerOf(path, image));
  if (layers.length > MOST_LAYERS) throw new Error(`a bundle has ${MOST_LAYERS} resources at most`);
  const described = layers.map(({ tar, annotations }) => ({
    ...blob(MEDIA.layer, gzipped(tar)),
    annotations,
  }));
  const config = blob(
    MEDIA.config,
    json({
      created: EPOCH,
      architecture: 'amd64', // it must be named, and means nothing here
      os: 'linux',
      config: {},
      rootfs: { type: 'layers', diff_ids: layers.map(({ tar }) => digestOf(tar)) },
    }),
  );
  const manifest = blob(
    MEDIA.manifest,
    json({
      schemaVersion: 2,
      mediaType: MEDIA.manifest,
      config,
      layers: described,
      annotations: {
        'org.opencontainers.image.created': EPOCH,
        'org.opencontainers.image.title': 'Giveway: Tekton tasks, step actions and pipeline',
        'org.opencontainers.image.description': description,
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.licenses': license,
      },
    }),
  );
  const named = { ...manifest, annotations: { 'org.opencontainers.image.ref.name': version } };
  writeFileSync(
    join(out, 'index.json'),
    json({ schemaVersion: 2, mediaType: MEDIA.index, manifests: [named] }),
  );
  writeFileSync(join(out, 'oci-layout'), json({ imageLayoutVersion: '1.0.0' }));
  return manifest.digest;
}

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(__dirname, '../build/tekton-bundle') },
    image: { type: 'string', default: DEFAULT_IMAGE },
  },
});
console.log(writeBundle(values.out, values.image));
