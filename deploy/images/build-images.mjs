import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, step } from '../../tools/setup/messages.mjs';
import { ROOT } from '../../tools/setup/paths.mjs';
import { fetchPackages } from './debian-packages.mjs';
import { fillLayer } from './debian-layer.mjs';
import { DEBIAN, IMAGES, LINKS, SCRIPTS, USER } from './image-list.mjs';
import { Layer, writeLayer } from './layer.mjs';
import { mustRun } from './must-run.mjs';
import { npmPackages } from './npm-packages.mjs';
import { OciLayout, referenceOf } from './oci-layout.mjs';
import { PRODUCT, programLayer, VERSION } from './program-layer.mjs';
import { billOfMaterials } from './sbom.mjs';

/** Debian's packages as they are unpacked: a build takes over what the one before has left there. */
const PACKAGES = join(ROOT, '.cache', 'debian');

/** Where the images of an architecture go: `oci` with all of them, and what each is made of. */
export const imagesFolder = (arch) => join(ROOT, 'dist', 'images', arch);

/** Images that are built together: what each has, packages by layers, and where they go below `imagesFolder`. */
export const PRODUCTS = { folder: 'oci', images: IMAGES, debian: DEBIAN, referenceOf };

/**
 * Builds images, each from nothing, into one folder of the repository.
 * @returns name, digest and size of each
 */
export async function buildImages(names, arch, list = PRODUCTS) {
  const builder = new Builder(names, arch, list);
  const layout = new OciLayout(join(imagesFolder(arch), list.folder), list.referenceOf);
  await layout.create();
  for (const name of names)
    await step(`Building the image of ${name} for ${arch}`, async () => {
      const layers = await builder.layersOf(name);
      await layout.addImage(name, layers, list.images[name], arch);
      const bill = billOfMaterials(
        { name: `skyshelf/${name}`, version: VERSION },
        layers.map(({ layer }) => layer),
      );
      writeFileSync(join(imagesFolder(arch), `${name}.cdx.json`), `${JSON.stringify(bill, null, 1)}\n`);
    });
  await layout.finish();
  builder.clean();
  return layout.images();
}

/** Writes the files of one image into a folder. */
export async function buildRoot(names, arch, folder) {
  const [name, ...others] = names;
  if (others.length) throw new SetupError('--root takes the files of one image: name it.');
  const builder = new Builder([name], arch);
  for (const { archive } of await builder.layersOf(name)) {
    mkdirSync(folder, { recursive: true });
    await mustRun('tar', ['--extract', '--file', archive, '--directory', folder]);
  }
  builder.clean();
}

/** Makes the layers of images, those that several have once. */
class Builder {
  #made = new Map();
  #fetched;
  /** Names of the libraries of each of Debian's layers, with those below. */
  #libraries = new Map([['', new Set()]]);

  constructor(names, arch, list = PRODUCTS) {
    this.arch = arch;
    this.list = list;
    this.sets = [...new Set(names.flatMap((name) => list.images[name].debian))];
    this.work = join(ROOT, '.cache', 'images', arch);
    this.clean();
    mkdirSync(this.work, { recursive: true });
  }

  clean() {
    rmSync(this.work, { recursive: true, force: true });
  }

  /** Order: from the lowest on. */
  async layersOf(name) {
    const image = this.list.images[name];
    const { debian, program } = image;
    const layers = [];
    for (let count = 1; count <= debian.length; count += 1) {
      layers.push(
        await this.#once(debian.slice(0, count).join('.'), (layer, key) => this.#fillDebian(layer, key)),
      );
      if (program && count === 1) layers.push(await this.#once('node', (layer) => this.#fillNode(layer)));
    }
    const folder = join(this.work, 'program', name);
    const layer = program
      ? await programLayer(image, { arch: this.arch, folder, drafts: this.work })
      : new Layer(folder);
    await image.fill?.(layer, this.arch);
    return [...layers, await this.#written(name, layer)];
  }

  async #once(key, fill) {
    const known = this.#made.get(key);
    if (known) return known;
    const layer = new Layer(join(this.work, 'layers', key));
    await fill(layer, key);
    const made = await this.#written(key.split('.').at(-1), layer, key);
    this.#made.set(key, made);
    return made;
  }

  async #written(name, layer, key = `program-${name}`) {
    const archive = join(this.work, `${key}.tar`);
    await writeLayer(layer, archive);
    return { name, layer, archive };
  }

  async #fillDebian(layer, key) {
    const sets = key.split('.');
    const below = this.#libraries.get(sets.slice(0, -1).join('.'));
    const named = this.list.debian[sets.at(-1)];
    const own = fillLayer(layer, await this.#packages(), named, below);
    for (const [path, text] of Object.entries(SCRIPTS[sets.at(-1)] ?? {})) layer.write(path, text, PRODUCT);
    for (const [path, target] of Object.entries(LINKS[sets.at(-1)] ?? {})) layer.link(path, target, PRODUCT);
    this.#libraries.set(key, new Set([...below, ...own]));
    if (sets.length === 1) addSystemFiles(layer);
  }

  /** Lists the packages of all layers together: unnamed ones stay only if something links to them. */
  #packages() {
    const names = new Set(this.sets.flatMap((set) => Object.keys(this.list.debian[set])));
    this.#fetched ??= fetchPackages([...names].sort(), {
      arch: this.arch,
      folder: join(PACKAGES, this.arch),
    });
    return this.#fetched;
  }

  async #fillNode(layer) {
    const [{ folder, component }] = await npmPackages([`node-linux-${this.arch}`], this.arch);
    layer.add('/usr/bin/node', join(folder, 'bin', 'node'), component);
    layer.add('/usr/share/doc/node/LICENSE', join(folder, 'LICENSE'), component);
  }
}

/** Makes the files that the scripts of Debian's packages would have made, as far as they are needed. */
function addSystemFiles(layer) {
  const users = [
    `root:x:0:0::/:/none`,
    `skyshelf:x:${USER}:${USER}::/tmp:/none`,
    'nobody:x:65534:65534::/:/none',
  ];
  layer.write('/etc/passwd', `${users.join('\n')}\n`, PRODUCT);
  layer.write('/etc/group', `root:x:0:\nskyshelf:x:${USER}:\nnogroup:x:65534:\n`, PRODUCT);
  layer.write('/etc/nsswitch.conf', 'hosts: files dns\n', PRODUCT);
  const release = { NAME: 'Debian GNU/Linux', ID: 'debian', VERSION_ID: '12', VERSION_CODENAME: 'bookworm' };
  const lines = Object.entries({ ...release, PRETTY_NAME: 'Skyshelf on Debian 12' }).map(
    ([key, value]) => `${key}="${value}"\n`,
  );
  layer.write('/etc/os-release', lines.join(''), PRODUCT);
  layer.addRoom('/tmp');
}
