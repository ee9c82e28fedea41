/**
 * The `test` target of a package: runs the tests of the folder it is started in, except those that need
 * servers from outside, and writes their numbers to `test-results/test/<folder>.json`.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { productNode } from '../setup/node-version.mjs';
import { ROOT } from '../setup/paths.mjs';
import { testEnvironment, VITEST } from './environment.mjs';

const folder = relative(ROOT, process.cwd());
const projects = folder === 'web' ? ['web', 'web in Chromium'] : ['unit*', 'integration*'];
const result = join(ROOT, 'test-results', 'test', `${folder}.json`);
mkdirSync(dirname(result), { recursive: true });
const child = spawn(
  productNode(),
  [
    join(ROOT, 'node_modules', VITEST),
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    // The whole path: a word would also match folders inside of other packages.
    `${process.cwd()}/`,
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: testEnvironment({ SKYSHELF_TEST_RESULT: result }),
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
