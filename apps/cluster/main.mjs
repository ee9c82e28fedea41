import { runProgram } from '../data-folder/packed/run-program.mjs';

await runProgram('apps/cluster/dist/run.js');
