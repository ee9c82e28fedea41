/**
 * `npm run chaos`, and the campaigns `chaos`, `bugs` and `signals`: makes the clone ready, builds the harness
 * and runs it.
 *
 * node tools/chaos.mjs [bugs|signals] [what the harness takes; --help tells]
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setUpOrExit } from './setup.mjs';
import { compile } from './setup/compile.mjs';
import { productNode } from './setup/node-version.mjs';
import { previousVersion } from './setup/previous-version.mjs';
import { ROOT } from './setup/paths.mjs';

const [first, ...rest] = process.argv.slice(2);
const OTHERS = { bugs: 'chaos/dist/bugs-main.js', signals: 'tools/signals/main.mjs' };
const [program, words] = OTHERS[first]
  ? [OTHERS[first], rest]
  : ['chaos/dist/main.js', process.argv.slice(2)];

await setUpOrExit('bench');
try {
  // Planted bugs are put into what is compiled, and signals are read from there.
  await compile('chaos', 'apps/signals');
} catch (error) {
  process.stdout.write(`${error.message}\n0 passed, 1 failed\n`);
  process.exit(1);
}
const previous = words.includes('--mixed') ? { CHAOS_PREVIOUS: await previousVersion() } : {};
const child = spawn(
  productNode(),
  // kafkajs sets timers into the past.
  ['--disable-warning=TimeoutNegativeWarning', join(ROOT, program), ...words],
  { stdio: 'inherit', env: { ...process.env, ...previous } },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (exitCode) => (process.exitCode = exitCode ?? 1));
