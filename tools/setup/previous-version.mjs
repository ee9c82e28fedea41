import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../libs/host/binary/find-mongod.mjs';
import { withFolderLock } from '../../libs/host/lock/folder-lock.mjs';

import { SetupError, say, step } from './messages.mjs';
import { npm, PACKAGES_AS_LOCKED, withoutNpmSettings } from './node-modules.mjs';
import { productNode } from './node-version.mjs';
import { readNote } from './notes.mjs';
import { ROOT } from './paths.mjs';
import { runCommand } from './run-command.mjs';

const NAMED_IN = 'tools/previous-version.json';

/**
 * Builds the version before this one, which `tools/previous-version.json` names by its commit, into the user's cache.
 * @param name the entry there: `withChart` is the one that the chart is upgraded from
 * @returns its folder, laid out as the repository
 * @throws {SetupError} when this clone lacks the commit, or it can't be built
 */
export async function previousVersion(name = 'commit') {
  const { [name]: commit } = readNote(join(ROOT, NAMED_IN)) ?? {};
  if (!/^[0-9a-f]{40}$/.test(commit ?? ''))
    throw new SetupError(`${NAMED_IN} names no commit: { "${name}": "40 hexadecimal digits" }.`);
  const folder = join(cacheFolder(), `previous-${commit.slice(0, 12)}`);
  mkdirSync(cacheFolder(), { recursive: true });
  await withFolderLock(`${folder}.lock`, async () => {
    if (!existsSync(folder))
      await step(`Building the version before (${commit.slice(0, 12)})`, () => build(commit, folder));
  });
  return folder;
}

/** In a folder of its own, which gets its name when all is there. */
async function build(commit, folder) {
  const draft = mkdtempSync(`${folder}-`);
  try {
    const archive = `${draft}.tar`;
    await run('git', ['archive', '--output', archive, commit], ROOT);
    await run('tar', ['-xf', archive], draft);
    rmSync(archive);
    const { command, args } = npm();
    await run(command, [...args, ...PACKAGES_AS_LOCKED], draft, withoutNpmSettings());
    for (const words of [
      ['node_modules/typescript/bin/tsc', '-b', 'apps/standalone', 'apps/cluster'],
      ['tools/setup/pack.mjs'],
    ])
      await run(productNode(), words, draft);
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function run(command, words, cwd, env = process.env) {
  const { code, output } = await runCommand(command, words, { cwd, env });
  if (code === 0) return;
  say(output);
  const hint = command === 'git' ? ' A clone that is not whole gets it by `git fetch --unshallow`.' : '';
  throw new SetupError(
    `The version before, named in ${NAMED_IN}, can't be built: ${command} failed; its words are above.${hint}`,
  );
}
