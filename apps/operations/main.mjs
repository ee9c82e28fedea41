import { runProgram } from '../data-folder/packed/run-program.mjs';

await runProgram('apps/operations/dist/cli.js');
