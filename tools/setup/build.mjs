import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isPacked } from '../../apps/data-folder/packed/packed-program.mjs';
import { SetupError, say, step } from './messages.mjs';
import { readNote, writeNote } from './notes.mjs';
import { npm } from './node-modules.mjs';
import { productNode } from './node-version.mjs';
import { NOTES, ROOT } from './paths.mjs';
import { runCommand } from './run-command.mjs';

const SKIPPED = new Set(['node_modules', 'dist', '.nx', '.cache', 'test-results', 'coverage']);
const SETTINGS = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.json'];

/** What is built, from what, and by which commands, one after the other. None needs another's result. */
export const BUILDS = [
  {
    name: 'services',
    title: 'the services',
    sources: ['libs', 'services', 'apps'],
    result: 'apps/standalone/dist/main.js',
    isWhole: () => isPacked(ROOT),
    commands: [
      ['node_modules/typescript/bin/tsc', '-b', 'apps/standalone', 'apps/cluster'],
      ['tools/setup/pack.mjs'],
    ],
  },
  {
    name: 'web',
    title: 'the web client',
    sources: ['web', 'libs/contracts'],
    result: 'web/dist/index.html',
    npmScript: ['run', '--silent', 'build', '-w', '@skyshelf/web'],
  },
];

/** The builds whose sources have changed since they were made, or whose result is gone. */
export function staleBuilds() {
  return BUILDS.filter(
    (build) =>
      !existsSync(join(ROOT, build.result)) ||
      readNote(noteOf(build))?.print !== fingerprint(build.sources) ||
      build.isWhole?.() === false,
  );
}

/** Makes what is stale, side by side. */
export async function makeBuilds(builds) {
  if (builds.length === 0) return;
  await step(`Building ${builds.map(({ title }) => title).join(' and ')}`, async () => {
    const failed = (await Promise.all(builds.map(make))).filter(Boolean);
    if (failed.length)
      throw new SetupError(`Building ${failed.join(' and ')} failed; the messages are above.`);
  });
}

/** @returns the title of the build when it has failed */
async function make(build) {
  const print = fingerprint(build.sources);
  const { code, output } = await run(build);
  if (code === 0) return void writeNote(noteOf(build), { print });
  say(output);
  return build.title;
}

async function run({ commands, npmScript }) {
  if (!commands) {
    const { command, args } = npm();
    return runCommand(command, [...args, ...npmScript], { cwd: ROOT });
  }
  let result;
  for (const words of commands) {
    result = await runCommand(productNode(), words, { cwd: ROOT });
    if (result.code !== 0) break;
  }
  return result;
}

function noteOf(build) {
  return join(NOTES, `${build.name}.json`);
}

/** A digest over names, sizes and times of change: 1,000 files take some 20 ms. */
function fingerprint(folders) {
  const hash = createHash('sha256');
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (SKIPPED.has(entry.name)) continue;
      if (entry.isDirectory()) walk(join(folder, entry.name));
      else if (!/\.spec\.tsx?$/.test(entry.name)) add(join(folder, entry.name));
    }
  };
  for (const setting of SETTINGS) add(join(ROOT, setting));
  for (const folder of folders) walk(join(ROOT, folder));
  return hash.digest('hex');
}
