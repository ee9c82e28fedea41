/** `npm run stack -- up|down|status|…`: makes the clone ready and runs the command line of libs/stack. */
import { spawn } from 'node:child_process';
import { packedProgram } from '../apps/data-folder/packed/packed-program.mjs';
import { setUpOrExit, STACK } from './setup.mjs';
import { productNode } from './setup/node-version.mjs';

await setUpOrExit('stack');
const child = spawn(productNode(), [packedProgram(STACK), ...process.argv.slice(2)], { stdio: 'inherit' });
child.once('exit', (status) => process.exit(status ?? 1));
