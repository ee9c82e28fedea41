import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../libs/host/binary/find-mongod.mjs';
import { SetupError } from '../../tools/setup/messages.mjs';
import { npm } from '../../tools/setup/node-modules.mjs';
import { ROOT } from '../../tools/setup/paths.mjs';
import { mustRun } from './must-run.mjs';

const LOCK = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;

/** Of a package, what a program doesn't read. */
const UNWANTED = [
  /(^|\/)(docs?|tests?|coverage|examples?|OLD)\//,
  /(^|\/)(\.|Makefile$)/,
  /\.(map|d\.[cm]?ts|md|markdown|yml|tsbuildinfo|c|cc|h|gyp)$/,
];
export const isWantedFile = (path) =>
  /(^|\/)(licen[cs]e|notice)[^/]*$/i.test(path) || !UNWANTED.some((each) => each.test(path));

export const componentOfPackage = (name, { version, license }) => ({
  name,
  version,
  licence: license,
  purl: `pkg:npm/${encodeURIComponent(name).replace('%2F', '/')}@${version}`,
});

/**
 * Packages of npm with all that they depend on, as the lock file has them for an architecture of Linux.
 * @returns each with its place in `node_modules`, its component and the folder in which its files are
 */
export async function npmPackages(names, arch) {
  const places = new Set();
  const waiting = names.map((name) => placeOf(name, ''));
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (places.has(place)) continue;
    places.add(place);
    const { dependencies = {}, optionalDependencies = {} } = LOCK[place];
    for (const name of Object.keys(dependencies)) waiting.push(placeOf(name, place));
    for (const name of Object.keys(optionalDependencies)) {
      const found = placeOf(name, place, false);
      if (found && runsOn(LOCK[found], arch)) waiting.push(found);
    }
  }
  return Promise.all([...places].sort().map((place) => packageAt(place, arch)));
}

/** Finds the folder in which Node finds a package that another one asks for. */
function placeOf(name, from, mustBe = true) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (LOCK[place]) return place;
    if (at === '') break;
  }
  if (mustBe) throw new SetupError(`The lock file has no package ${name} for ${from || 'the product'}.`);
  return undefined;
}

const runsOn = ({ os, cpu, libc }, arch) =>
  [os ?? 'linux'].flat().includes('linux') &&
  [cpu ?? arch].flat().includes(arch) &&
  [libc ?? 'glibc'].flat().includes('glibc');

async function packageAt(place, arch) {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const entry = LOCK[place];
  const component = componentOfPackage(name, entry);
  const own = join(ROOT, place);
  if (existsSync(own)) return { place, component, folder: own };
  if (!runsOn(entry, arch)) throw new SetupError(`${name} does not run on ${arch}.`);
  return { place, component, folder: await fetched(name, entry) };
}

/** A package for another architecture than this machine's. */
async function fetched(name, { version, integrity }) {
  const folder = join(cacheFolder(), 'npm', `${name.replace('/', '+')}-${version}`);
  if (existsSync(folder)) return join(folder, 'package');
  mkdirSync(join(cacheFolder(), 'npm'), { recursive: true });
  const draft = mkdtempSync(join(cacheFolder(), 'npm', 'fetch-'));
  try {
    const { command, args } = npm();
    await mustRun(command, [...args, 'pack', '--silent', '--pack-destination', draft, `${name}@${version}`]);
    const [archive] = readdirSync(draft);
    const sum = createHash('sha512')
      .update(readFileSync(join(draft, archive)))
      .digest('base64');
    if (integrity !== `sha512-${sum}`)
      throw new SetupError(`${name}@${version} is not the file of the lock file.`);
    await mustRun('tar', ['-xzf', join(draft, archive), '-C', draft]);
    rmSync(join(draft, archive));
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return join(folder, 'package');
}
