import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupError, say, step } from './messages.mjs';
import { readNote, writeNote } from './notes.mjs';
import { ROOT } from './paths.mjs';
import { runCommand } from './run-command.mjs';

const STAMP = join(ROOT, 'node_modules', '.skyshelf-stamp.json');

/**
 * True when node_modules holds what the lockfile says.
 * @param options `product`: packages for development may be missing
 */
export function packagesAreFresh({ product = false } = {}) {
  if (noted(product)) return true;
  // npm may have been run by hand: npm's own note says what is there.
  for (const withoutDev of product ? [false, true] : [false]) {
    if (!installedMatchesLock(withoutDev)) continue;
    writeNote(STAMP, wantedStamp(withoutDev));
    return true;
  }
  return false;
}

function noted(product) {
  const there = readNote(STAMP);
  const { lock, platform } = wantedStamp(product);
  return there?.lock === lock && there.platform === platform && (product || !there.product);
}

const QUIETLY = ['--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];

/** The words by which npm installs exactly what the lockfile says. */
export const PACKAGES_AS_LOCKED = ['ci', '--include=dev', ...QUIETLY];
const PACKAGES_OF_PRODUCT = ['ci', '--omit=dev', ...QUIETLY];
/** Keeps what is there; `npm ci` would fetch all of it again. */
const MISSING_PACKAGES = ['install', '--no-save', '--include=dev', ...QUIETLY];

/**
 * Installs exactly what the lockfile says.
 * @param options `product`: without packages for development, a fifth of all
 */
export async function installPackages({ product = false } = {}) {
  const { command, args } = npm();
  const words = product ? PACKAGES_OF_PRODUCT : noted(true) ? MISSING_PACKAGES : PACKAGES_AS_LOCKED;
  const install = async () => {
    const { code, output } = await runCommand(command, [...args, ...words], {
      cwd: ROOT,
      env: withoutNpmSettings(),
    });
    if (code !== 0) throw new SetupError(explain(output));
    writeNote(STAMP, wantedStamp(product));
  };
  const wanted = packagesOfLock(product);
  const isThere = (path) => existsSync(join(ROOT, path, 'package.json'));
  await step(
    'Installing the packages (about a minute)',
    install,
    () => `${wanted.filter(isThere).length} of ${wanted.length}`,
  );
}

/** Finds the paths of the packages for this machine. */
function packagesOfLock(product) {
  const fits = (allowed, own) => !allowed || allowed.includes(own);
  return Object.entries(readNote(join(ROOT, 'package-lock.json'))?.packages ?? {})
    .filter(([path, { link, dev }]) => path.includes('node_modules/') && !link && !(product && dev))
    .filter(([, { os, cpu }]) => fits(os, process.platform) && fits(cpu, process.arch))
    .map(([path]) => path);
}

function wantedStamp(product) {
  const lock = createHash('sha256')
    .update(withoutOwnVersion(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
    .digest('hex');
  return { lock, platform: `${process.platform}-${process.arch}`, product };
}

/** A release changes the product's own version, for which nothing is installed. */
const withoutOwnVersion = (lock) =>
  lock.replaceAll(/("name": "skyshelf",\s+"version": )"[^"]+"/g, (_, before) => `${before}"0.1.0"`);

function installedMatchesLock(withoutDev) {
  const wanted = readNote(join(ROOT, 'package-lock.json'))?.packages;
  const installed = readNote(join(ROOT, 'node_modules', '.package-lock.json'))?.packages;
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link) return !path || existsSync(join(ROOT, path));
    if (!installed[path])
      return Boolean(entry.optional || entry.devOptional || entry.peer || (withoutDev && entry.dev));
    return installed[path].version === entry.version;
  });
}

/** The npm that belongs to the Node at work, so that another one on PATH does not interfere. */
export function npm() {
  const running = process.env.npm_execpath;
  if (running?.endsWith('npm-cli.js')) return { command: process.execPath, args: [running] };
  const bundledCli = join(
    dirname(dirname(process.execPath)),
    'lib',
    'node_modules',
    'npm',
    'bin',
    'npm-cli.js',
  );
  return existsSync(bundledCli)
    ? { command: process.execPath, args: [bundledCli] }
    : { command: 'npm', args: [] };
}

/** Settings of the outer npm run would be taken as command line options of the inner one. */
export function withoutNpmSettings() {
  const inherited = /^npm_(config_(omit|include|production|workspace|workspaces)|lifecycle|package)/i;
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'NODE_ENV' && !inherited.test(name)),
  );
}

function explain(output) {
  if (/EUSAGE[\s\S]*in sync/.test(output)) {
    const differences = output.split('\n').filter((line) => /(Missing|Invalid): /.test(line));
    return `package.json and package-lock.json do not agree: run \`npm install\` and commit both.\n${differences.join('\n')}`;
  }
  say(output);
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|network/i.test(output)) {
    return "The packages cannot be fetched: npm does not reach its registry. Connect to the network (or set npm's `registry` or `proxy`) and run it again.";
  }
  if (/EROFS|EACCES|EPERM/.test(output))
    return `The packages cannot be written to ${ROOT}. Make the folder writable and run it again.`;
  if (/ENOSPC/.test(output)) return 'The disk is full: the packages need about 1 GB.';
  if (/^npm: .*ENOENT/m.test(output))
    return 'npm is not installed. It comes with Node from https://nodejs.org; Debian and Ubuntu: `sudo apt-get install npm`.';
  return 'npm could not install the packages; its words are above.';
}
