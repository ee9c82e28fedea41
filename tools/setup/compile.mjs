import { SetupError } from './messages.mjs';
import { productNode } from './node-version.mjs';
import { COMPILER, ROOT } from './paths.mjs';
import { runCommand } from './run-command.mjs';

/**
 * Compiles packages and all that they import, for tools that load what the compiler makes; types are checked.
 * @param packages their folders
 * @throws {SetupError} with the compiler's messages
 */
export async function compile(...packages) {
  const words = [COMPILER, '-b', ...packages];
  const { code, output } = await runCommand(productNode(), words, { cwd: ROOT });
  if (code !== 0) throw new SetupError(output);
}
