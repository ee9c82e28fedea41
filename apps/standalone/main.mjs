import { runProgram } from '../data-folder/packed/run-program.mjs';

await runProgram('apps/standalone/dist/run.js');
