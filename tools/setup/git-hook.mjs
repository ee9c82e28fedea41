import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ROOT } from './paths.mjs';
import { runCommand } from './run-command.mjs';

/** Older commits have no check of titles. */
const HOOK = `#!/bin/sh
# Installed by tools/setup.mjs.
check=tools/git/commit-title.mjs
[ -f "$check" ] || exit 0
exec node "$check" "$1"
`;

const git = (...words) => runCommand('git', words, { cwd: ROOT });

/**
 * Installs the hook that checks titles of commits. A hook or a folder of hooks that a person has set up stays;
 * without a repository, and where it cannot be written, nothing happens.
 */
export async function installGitHook() {
  if (!existsSync(resolve(ROOT, '.git'))) return;
  const [own, found] = await Promise.all([
    git('config', 'core.hooksPath'),
    git('rev-parse', '--git-path', 'hooks/commit-msg'),
  ]);
  if (own.code === 0 || found.code !== 0) return;
  const file = resolve(ROOT, found.output);
  try {
    if (existsSync(file) && !readFileSync(file, 'utf8').includes('Installed by tools/setup.mjs')) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, HOOK, { mode: 0o755 });
  } catch {
    // Set-up is of use without it.
  }
}
