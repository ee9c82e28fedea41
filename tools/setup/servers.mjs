import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { SetupError } from './messages.mjs';
import { productNode } from './node-version.mjs';
import { ROOT } from './paths.mjs';

const COMMAND_LINE = join(ROOT, 'libs/stack/dist/cli/main.js');

/**
 * Makes the programs of servers that tests use, into the user's cache; says nothing when all are there. Needs
 * the services to be built.
 * @throws {SetupError} when one can't be had; why stands above it
 */
export async function provideServers(names) {
  const code = await new Promise((resolve, reject) => {
    // Its standard output names the files; how it goes on stands on the other one.
    const child = spawn(productNode(), [COMMAND_LINE, 'provide', ...names], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', reject).once('close', resolve);
  });
  if (code !== 0) throw new SetupError(`Not all servers for the tests can be made: ${names.join(', ')}.`);
}
