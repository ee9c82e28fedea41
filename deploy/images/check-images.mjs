import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { SetupError, step } from '../../tools/setup/messages.mjs';
import { ROOT } from '../../tools/setup/paths.mjs';
import { buildImages, imagesFolder, PRODUCTS } from './build-images.mjs';
import { machineOf } from './elf.mjs';
import { ARCHITECTURES, DANGLING, ONE_ARCHITECTURE, SERVICE_LIMIT_MB, SHELLS } from './image-list.mjs';
import { filesBelow } from './layer.mjs';
import { mustRun } from './must-run.mjs';
import { OciLayout } from './oci-layout.mjs';
import { PROBES } from './probes.mjs';
import { UnpackedImage } from './run-image.mjs';
import { filesOf } from './sbom.mjs';
import { SERVERS } from './server-list.mjs';

/** A second build takes over all but these from the first. */
const LEFT_OUT = new Set(['.git', '.cache', '.nx', 'dist', 'node_modules', '.skyshelf', 'test-results']);
/** Folders of packages, and the note that they are as the lock file has them. */
const PACKAGES = [
  'node_modules',
  'web/node_modules',
  'apps/operations/node_modules',
  'e2e/node_modules',
  '.cache/debian',
];

/**
 * Builds images here, and once more from a copy of the sources a day later; then looks at each and runs it.
 * @throws {SetupError} when something is not as it must be, after all of it was said
 */
export async function checkImages(names, arch, list) {
  const first = await buildImages(names, arch, list);
  const again = await builtElsewhere(names, arch, list);
  const second = new Map(again.map(({ name, digest }) => [name, digest]));
  let failed = 0;
  let passed = 0;
  const tell = (name, what, problem) => {
    if (problem) failed += 1;
    else passed += 1;
    process.stdout.write(`${problem ? '✗' : '✓'} ${name}: ${what}${problem ? `: ${problem}` : ''}\n`);
  };
  for (const { name, digest, size } of first) {
    tell(name, 'the same digest twice', digest !== second.get(name) && `${digest} and ${second.get(name)}`);
    const { debian, program } = list.images[name];
    const most = program && debian.length === 1 ? SERVICE_LIMIT_MB : Infinity;
    const megabytes = (size / 1e6).toFixed(1);
    tell(name, `${megabytes} MB packed`, size > most * 1e6 && `allowed are ${most}`);
    await checkOne(name, arch, (what, problem) => tell(name, what, problem), list);
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  if (failed) throw new SetupError(`${failed} checks of images have failed.`);
}

export async function checkOne(name, arch, tell, list = PRODUCTS) {
  const image = await UnpackedImage.of(join(imagesFolder(arch), list.folder), name);
  try {
    const files = filesBelow(image.root).map((path) => `/${path}`);
    const setUid = files.filter((path) => lstatSync(join(image.root, path)).mode & 0o6000);
    tell('no set-uid file', setUid.join(', '));
    const { debian } = list.images[name];
    const allowed = debian.some((set) => list.debian[set].dash) ? ['sh', 'dash'] : [];
    const shells = files.filter((path) => SHELLS.includes(basename(path)) && dirname(path).endsWith('bin'));
    tell('no shell but its own', shells.filter((path) => !allowed.includes(basename(path))).join(', '));
    const bill = JSON.parse(readFileSync(join(imagesFolder(arch), `${name}.cdx.json`), 'utf8'));
    const known = filesOf(bill);
    tell(`whose each of ${files.length} files is`, files.filter((path) => !known.has(path)).join(', '));
    const foreign = files.filter((path) => {
      const file = join(image.root, path);
      return lstatSync(file).isFile() && ![undefined, arch].includes(machineOf(file));
    });
    tell(`programs and libraries for ${arch} alone`, foreign.join(', '));
    const lost = files.filter((path) => !DANGLING.has(path) && leadsNowhere(image.root, path));
    tell('no link into nowhere', lost.join(', '));
    tellDifferences(name, arch, bill, tell);
    if (arch === process.arch) for (const [what, probe] of PROBES[name]) tell(what, await probe(image));
  } finally {
    image.remove();
  }
}

/** Whether a link leads to nothing, as it does where a script of a package would have made something. */
function leadsNowhere(root, link) {
  let path = link;
  for (let links = 0; links < 10; links += 1) {
    const found = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (!found?.isSymbolicLink()) return !found;
    path = resolve(dirname(path), readlinkSync(join(root, path)));
  }
  return true;
}

/** Reports differences between an image on one architecture and on others. */
function tellDifferences(name, arch, bill, tell) {
  for (const other of ARCHITECTURES.filter((each) => each !== arch)) {
    const file = join(imagesFolder(other), `${name}.cdx.json`);
    if (!existsSync(file)) continue;
    const [own, others] = [
      [bill, arch],
      [JSON.parse(readFileSync(file, 'utf8')), other],
    ].map(([{ components }, of]) => new Set(components.map((each) => each.name.replaceAll(of, '*'))));
    const different = [...own.symmetricDifference(others)].filter((each) => !ONE_ARCHITECTURE.has(each));
    tell(`the packages of ${other}, too`, different.join(', '));
  }
}

/** A build from a copy of the sources, in another folder and on another day by its clock. */
async function builtElsewhere(names, arch, { folder }) {
  const copy = mkdtempSync(join(ROOT, '.cache', 'again-'));
  try {
    await step('Building them again in another folder, a day later', async () => {
      for (const each of readdirSync(ROOT)) if (!LEFT_OUT.has(each)) copySources(each, copy);
      for (const each of PACKAGES.filter((path) => existsSync(join(ROOT, path)))) {
        mkdirSync(dirname(join(copy, each)), { recursive: true });
        await mustRun('cp', ['-al', join(ROOT, each), join(copy, each)]);
      }
      const words = [
        '-f',
        '+26h',
        process.execPath,
        'deploy/images/main.mjs',
        ...names,
        '--draft',
        '--arch',
        arch,
      ];
      if (folder === SERVERS.folder) words.push('--servers');
      await mustRun('faketime', words, { cwd: copy, show: true });
    });
    return new OciLayout(join(copy, 'dist', 'images', arch, folder)).images();
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** They are compiled and packed again; packages, which no one writes to, are linked. */
function copySources(name, copy) {
  const filter = (path) => !/\/(dist|node_modules)$/.test(path);
  cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter });
}
