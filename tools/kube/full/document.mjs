import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../setup/run-command.mjs';
import { SetupError } from '../../setup/messages.mjs';
import { ROOT } from '../../setup/paths.mjs';

const FILE = join(ROOT, 'docs/hosting.md');

/** The commands of docs/hosting.md, by the word after ```sh. */
export function commandsOf(part) {
  const blocks = readFileSync(FILE, 'utf8').matchAll(/^```sh (?<part>\S+)\n(?<commands>.*?)^```$/gms);
  const found = [...blocks].filter(({ groups }) => groups.part === part);
  if (found.length === 0) throw new SetupError(`docs/hosting.md has no commands of the part ${part}.`);
  return found.map(({ groups }) => groups.commands).join('');
}

/**
 * Runs a part of docs/hosting.md as it stands there.
 * @throws {SetupError} with what was said when a command fails
 */
export async function follow(part, { env, cwd }) {
  const { code, output } = await runCommand('bash', ['-euo', 'pipefail', '-c', commandsOf(part)], {
    env,
    cwd,
  });
  if (code !== 0) throw new SetupError(`docs/hosting.md, ${part}:\n${output}`);
  return output;
}
