/** `npm run stack -- up|down|status|…`: makes the clone ready and runs the command line of libs/stack. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setUpOrExit } from './setup.mjs';
import { say } from './setup/messages.mjs';
import { productNode } from './setup/node-version.mjs';
import { ROOT } from './setup/paths.mjs';
import { runCommand } from './setup/run-command.mjs';

await setUpOrExit('test');
const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
const { code, output } = await runCommand(productNode(), [compiler, '-b', 'libs/stack'], { cwd: ROOT });
if (code !== 0) {
  say(output);
  process.exit(1);
}
const child = spawn(productNode(), [join(ROOT, 'libs/stack/dist/cli/main.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
child.once('exit', (status) => process.exit(status ?? 1));
