import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { mustRun } from './must-run.mjs';
import { words } from '../../tools/setup/words.mjs';

/** All files get this time, 1 January 2025: a layer is the same whenever it is made. */
export const EPOCH = 1_735_689_600;

/**
 * A part of an image: files below a folder, and for each whose it is.
 * A component: `{ purl, name, version, licence? }`.
 */
export class Layer {
  /** Paths in the image to the purls of the components that the file is made of. */
  owners = new Map();
  components = new Map();
  rooms = [];

  constructor(folder) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Adds a file or a symbolic link that lies elsewhere. */
  add(path, source, ...components) {
    const target = this.#place(path, components);
    if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }

  write(path, text, ...components) {
    const mode = text.startsWith('#!') ? 0o755 : 0o644;
    writeFileSync(this.#place(path, components), text, { mode });
  }

  link(path, target, ...components) {
    symlinkSync(target, this.#place(path, components));
  }

  /** Adds an empty folder in which anyone may write, for a volume. */
  addRoom(path) {
    mkdirSync(join(this.folder, path), { recursive: true });
    this.rooms.push(path);
  }

  /** Adds the files below a folder. */
  addFolder(path, source, wanted, ...components) {
    for (const each of filesBelow(source))
      if (wanted(each)) this.add(`${path}/${each}`, join(source, each), ...components);
  }

  #place(path, components) {
    if (components.length === 0) throw new Error(`No one owns ${path}.`);
    for (const component of components) this.components.set(component.purl, component);
    this.owners.set(
      path,
      components.map(({ purl }) => purl),
    );
    const target = join(this.folder, path);
    mkdirSync(dirname(target), { recursive: true });
    return target;
  }
}

/** All files and symbolic links below a folder, sorted, as paths relative to it. */
export function filesBelow(folder, prefix = '') {
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(prefix, entry.name);
      return entry.isDirectory() ? filesBelow(folder, path) : [path];
    })
    .sort();
}

/**
 * Writes a layer as the same bytes each time: owners, modes, times and order are fixed, and no file keeps a
 * set-uid bit.
 */
export async function writeLayer({ folder, rooms }, archive) {
  fixModes(folder);
  for (const path of rooms) chmodSync(join(folder, path), 0o1777);
  const fixed = words`--format=gnu --sort=name --mtime=@${EPOCH} --owner=0 --group=0 --numeric-owner`;
  await mustRun('tar', words`--create --file ${archive} --directory ${folder} ${fixed} .`);
}

function fixModes(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) fixModes(path);
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
