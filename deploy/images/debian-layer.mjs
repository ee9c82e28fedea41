import { lstatSync, readlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { SetupError } from '../../tools/setup/messages.mjs';
import { neededLibraries } from './elf.mjs';
import { filesBelow } from './layer.mjs';

/** No program of ours reads these. */
const UNWANTED = [
  'man',
  'info',
  'lintian',
  'bug',
  'locale',
  'doc-base',
  'bash-completion',
  'zsh',
  'menu',
  'applications',
  'gcc',
  'icons',
  'pixmaps',
  'metainfo',
  'appdata',
  'help',
  'gtk-doc',
  'mime',
  'gdb',
  'perl5',
  'doc',
].map((name) => `/usr/share/${name}/`);
const UNWANTED_SETTINGS = [
  'cron',
  'init.d',
  'apt',
  'logrotate',
  'pam',
  'default',
  'profile',
  'bash',
  'apparmor',
].map((name) => `/etc/${name}`);
const isWanted = (path) =>
  ![...UNWANTED, ...UNWANTED_SETTINGS].some((each) => path.startsWith(each)) &&
  !/\.(desktop|la|a)$/.test(path);

/** The folders where the loader looks by default. */
const LIBRARIES = /^(\/usr)?\/lib\/[a-z0-9_]+-linux-gnu\/[^/]+$/;
/** Debian's scripts would choose between alternatives, which lie in folders of their own: none of them runs here. */
const ALTERNATIVES = /^(.*\/[a-z0-9_]+-linux-gnu)\/(?:blas|lapack)\/[^/]+$/;

const componentOf = ({ name, version, arch }) => ({
  name,
  version,
  purl: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${arch}&distro=debian-12`,
});

/**
 * Fills a layer with what stays of packages: the named ones (`whole`, or files and folders of theirs), and of
 * the others the libraries that those are linked to.
 * @param below names of the libraries that lower layers have
 * @returns names of the libraries that this layer has
 */
export function fillLayer(layer, packages, named, below) {
  const filling = new Filling(layer, packages, below);
  for (const owner of filling.packages)
    for (const path of wantedFiles(owner, named[owner.name])) filling.keep(owner, path);
  return filling.follow();
}

function wantedFiles({ name, files }, kept) {
  if (kept === undefined) return [];
  if (kept === 'whole') return files.filter(isWanted);
  const isKept = (path, each) => (each.endsWith('/') ? path.startsWith(each) : path === each);
  const missing = kept.find((each) => !files.some((path) => isKept(path, each)));
  if (missing) throw new SetupError(`Debian's package ${name} has no ${missing}.`);
  return files.filter((path) => kept.some((each) => isKept(path, each)));
}

class Filling {
  #waiting = [];
  #here = new Set();

  constructor(layer, packages, below) {
    this.layer = layer;
    this.below = below;
    this.packages = packages.map((each) => ({
      ...each,
      files: filesBelow(each.folder).map((path) => `/${path}`),
    }));
    this.libraries = librariesOf(this.packages);
    this.holders = new Map(this.packages.flatMap((owner) => owner.files.map((path) => [path, owner])));
  }

  keep(owner, path) {
    if (this.layer.owners.has(path)) return;
    this.layer.add(path, join(owner.folder, path), componentOf(owner));
    this.#waiting.push({ owner, path });
    this.#note(owner);
  }

  /** Keeps what is needed by what is kept, and so on. */
  follow() {
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) {
      const file = join(next.owner.folder, next.path);
      if (lstatSync(file).isSymbolicLink()) this.#followLink(next.path, readlinkSync(file));
      else if (lstatSync(file).isFile())
        for (const name of neededLibraries(file)) this.#keepLibrary(name, next.path);
      if (/\.so(\.|$)/.test(next.path)) this.#here.add(basename(next.path));
    }
    return this.#here;
  }

  #followLink(path, target) {
    const full = resolve(dirname(path), target);
    const owner = this.holders.get(full);
    if (owner) this.keep(owner, full);
  }

  #keepLibrary(name, user) {
    if (this.below.has(name) || this.#here.has(name)) return;
    const library = this.libraries.get(name);
    if (!library) throw new SetupError(`${user} is linked to ${name}, which none of the packages has.`);
    const { owner, path } = library;
    this.#here.add(name);
    this.keep(owner, path);
    const folder = ALTERNATIVES.exec(path)?.[1];
    if (folder) this.layer.link(`${folder}/${name}`, path, componentOf(owner));
  }

  /** Keeps of a package, for people and for scanners, its licence and Debian's description. */
  #note(owner) {
    const { layer } = this;
    const note = `/var/lib/dpkg/status.d/${owner.name}`;
    if (layer.owners.has(note)) return;
    layer.write(note, `${owner.control.trim()}\n`, componentOf(owner));
    const documents = `/usr/share/doc/${owner.name}`;
    const copyright = `${documents}/copyright`;
    if (this.holders.get(copyright) === owner) return this.keep(owner, copyright);
    if (this.holders.get(documents) !== owner) return;
    const other = this.packages.find(
      ({ name }) => name === basename(readlinkSync(join(owner.folder, documents))),
    );
    this.keep(owner, documents);
    if (other) this.keep(other, `/usr/share/doc/${other.name}/copyright`);
  }
}

/** Maps libraries by their names and prefers those in folders where the loader looks by default. */
function librariesOf(packages) {
  const libraries = new Map();
  for (const owner of packages)
    for (const path of owner.files.filter((each) => /\.so(\.|$)/.test(each)))
      if (!libraries.has(basename(path)) || LIBRARIES.test(path))
        libraries.set(basename(path), { owner, path });
  return libraries;
}
