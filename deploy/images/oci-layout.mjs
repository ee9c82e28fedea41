import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { USER } from './image-list.mjs';
import { DEBIAN_ARCH } from './debian-packages.mjs';
import { EPOCH } from './layer.mjs';
import { mustRun } from './must-run.mjs';
import { PROGRAM, VERSION } from './program-layer.mjs';
import { words } from '../../tools/setup/words.mjs';

const WHEN = new Date(EPOCH * 1000).toISOString().replace('.000', '');
const HISTORY = [`--history.created=${WHEN}`, '--history.author=Skyshelf'];

/** A name by which a node finds a loaded image without asking a registry. */
export const referenceOf = (name) => `localhost/skyshelf-${name}:${VERSION}`;

/**
 * How the process of an image is started. Where children may be left by their parents, something must wait
 * for them.
 */
export const entrypointOf = ({ entrypoint, debian, flags = [] }) =>
  entrypoint ?? [
    ...(debian.includes('children') ? ['/usr/bin/tini', '--'] : []),
    '/usr/bin/node',
    '--enable-source-maps',
    '--disable-warning=TimeoutNegativeWarning',
    ...flags,
    PROGRAM,
  ];

export const environmentOf = ({ program, env = {} }) => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  // The second: glibc has two heaps then, instead of one for each thread.
  ...(program && { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' }),
  ...env,
});

/**
 * Images in one folder, as the Open Container Initiative lays them out: a layer that several of them have is
 * there once.
 */
export class OciLayout {
  #bases = new Set();

  /** @param nameOf what a node calls an image */
  constructor(folder, nameOf = referenceOf) {
    this.folder = folder;
    this.nameOf = nameOf;
  }

  async create() {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(dirname(this.folder), { recursive: true });
    await mustRun('umoci', ['init', '--layout', this.folder]);
  }

  /**
   * @param layers from the lowest on: name and archive
   * @param image as the list of images has it
   */
  async addImage(name, layers, image, arch) {
    const base = await this.#base(layers.slice(0, -1));
    const { title } = image;
    await this.#add(base, name, layers.at(-1));
    await mustRun('umoci', [
      ...words`config --image ${this.folder}:${name} ${HISTORY} --created=${WHEN}`,
      ...words`--os=linux --architecture=${DEBIAN_ARCH[arch]} --config.user=${USER}:${USER}`,
      ...words`--config.workingdir=/ --config.volume=/tmp`,
      ...entrypointOf(image).map((word) => `--config.entrypoint=${word}`),
      ...Object.entries(environmentOf(image)).map(([key, value]) => `--config.env=${key}=${value}`),
      ...(image.ports ?? []).map((port) => `--config.exposedports=${port}/tcp`),
      `--config.label=org.opencontainers.image.title=${title}`,
      `--config.label=org.opencontainers.image.version=${VERSION}`,
    ]);
  }

  /** Leaves the images alone: what was on the way to them goes. */
  async finish() {
    for (const tag of this.#bases) await mustRun('umoci', ['rm', '--image', `${this.folder}:${tag}`]);
    await mustRun('umoci', ['gc', '--layout', this.folder]);
    nameImages(this.folder, this.nameOf);
  }

  /** Of each image its name, digest, and size as it is sent, bytes. */
  images() {
    return this.#json('index.json').manifests.map(({ digest, annotations }) => {
      const { layers } = this.#json(`blobs/${digest.replace(':', '/')}`);
      const size = layers.reduce((sum, layer) => sum + layer.size, 0);
      return { name: annotations['org.opencontainers.image.ref.name'], digest, size };
    });
  }

  async #base(layers) {
    const tag = ['base', ...layers.map(({ name }) => name)].join('.');
    if (this.#bases.has(tag)) return tag;
    if (layers.length === 0) await mustRun('umoci', ['new', '--image', `${this.folder}:${tag}`]);
    else await this.#add(await this.#base(layers.slice(0, -1)), tag, layers.at(-1));
    this.#bases.add(tag);
    return tag;
  }

  async #add(base, tag, { name, archive }) {
    const words = ['raw', 'add-layer', '--image', `${this.folder}:${base}`, '--tag', tag, ...HISTORY];
    await mustRun('umoci', [...words, `--history.created_by=${name}`, archive]);
  }

  #json(path) {
    return JSON.parse(readFileSync(join(this.folder, path), 'utf8'));
  }
}

/** Says in a layout what a node calls each image. */
export function nameImages(folder, referenceOf) {
  const file = join(folder, 'index.json');
  const index = JSON.parse(readFileSync(file, 'utf8'));
  for (const { annotations } of index.manifests)
    annotations['io.containerd.image.name'] = referenceOf(annotations['org.opencontainers.image.ref.name']);
  const nameOf = ({ annotations }) => annotations['io.containerd.image.name'];
  index.manifests.sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(index, null, 2)}\n`);
}
