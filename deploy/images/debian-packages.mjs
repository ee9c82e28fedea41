import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder } from '../../libs/host/binary/find-mongod.mjs';
import { SUITE } from './image-list.mjs';
import { EPOCH } from './layer.mjs';
import { mustRun } from './must-run.mjs';

/** Maps npm's names of architectures to Debian's. */
export const DEBIAN_ARCH = { x64: 'amd64', arm64: 'arm64' };

/** Sources of this machine, if it is a Debian; else mmdebstrap has those of the suite. */
const SOURCES = '/etc/apt/sources.list.d/debian.sources';

/** A user who is not root works in a namespace that doesn't see every folder: there it takes copies. */
const isRoot = process.getuid() === 0;
const copyPackages = (from, to) =>
  `find ${from} -maxdepth 1 -name '*.deb' -exec cp --update ${isRoot ? '--link' : ''} --target-directory ${to} {} +`;

/**
 * Fetches packages and all that they depend on, as apt resolves it: nothing is installed, no script of a
 * package runs, so any architecture will do.
 * @returns each with name, version, architecture, control text and the folder in which its files are
 */
export async function fetchPackages(names, { arch, folder }) {
  const cache = join(cacheFolder(), `debian-${SUITE}-${arch}`);
  mkdirSync(cache, { recursive: true });
  const list = join(folder, 'chosen');
  mkdirSync(folder, { recursive: true });
  writeFileSync(list, '');
  const archives = '"$1/var/cache/apt/archives"';
  await mustRun(
    'mmdebstrap',
    [
      '--variant=extract',
      '--format=null',
      '--quiet',
      `--architectures=${DEBIAN_ARCH[arch]}`,
      // Nothing runs in there, so nothing is mounted; the packages themselves are wanted, not a tree of all.
      '--skip=chroot/mount',
      `--include=${names.join(',')}`,
      '--dpkgopt=path-exclude=/*',
      ...(await aptOptions()).map((option) => `--aptopt=${option}`),
      `--setup-hook=mkdir -p ${archives}; ${copyPackages(cache, archives)}`,
      `--extract-hook=${copyPackages(archives, cache)}`,
      `--extract-hook=echo "$MMDEBSTRAP_ESSENTIAL" >${list}`,
      SUITE,
      '-',
      ...(existsSync(SOURCES) ? [SOURCES] : []),
    ],
    {
      env: {
        ...process.env,
        // It starts a Python for each package: the system's own, not what a developer's PATH puts before it.
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        SOURCE_DATE_EPOCH: String(EPOCH),
        ...(isRoot && { TMPDIR: cache }),
      },
    },
  );
  const packages = [];
  for (const file of readFileSync(list, 'utf8').split(/\s+/).filter(Boolean))
    packages.push(await unpacked(join(cache, basename(file)), folder));
  dropOlder(packages, folder);
  return packages;
}

/** Unpacked files stay for the next build, until there is another version of them. */
function dropOlder(packages, folder) {
  const kept = new Map(packages.map((each) => [each.name, basename(each.folder)]));
  for (const each of readdirSync(folder)) {
    const current = kept.get(each.split('_')[0]);
    if (current && current !== each) rmSync(join(folder, each), { recursive: true });
  }
}

/** How this machine's apt reaches its sources: proxies, and whether it believes a clock. */
async function aptOptions() {
  const lines = (await mustRun('apt-config', ['dump', '--format', '%F %v%n', 'Acquire'])).split('\n');
  return lines
    .map((line) => /^(Acquire::(?:https?|Check|Retries)[\w:-]*) (.+)$/i.exec(line))
    .filter(Boolean)
    .map(([, key, value]) => `${key} "${value}"`);
}

async function unpacked(file, folder) {
  const control = await mustRun('dpkg-deb', ['--field', file]);
  const field = (name) => new RegExp(`^${name}: (.+)$`, 'm').exec(control)?.[1];
  const target = join(folder, basename(file, '.deb'));
  if (!existsSync(target)) {
    const draft = `${target}.part`;
    rmSync(draft, { recursive: true, force: true });
    await mustRun('dpkg-deb', ['--extract', file, draft]);
    renameSync(draft, target);
  }
  return {
    name: field('Package'),
    version: field('Version'),
    arch: field('Architecture'),
    control,
    folder: target,
  };
}
