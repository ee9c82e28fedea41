import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './messages.mjs';
import { productNode } from './node-version.mjs';
import { ROOT } from './paths.mjs';

/**
 * The settings of little-memory.json limit glibc to two heaps instead of one for each thread, and keep its bounds
 * at 128 KiB instead of growing to megabytes with the first large file, so that memory of uploads and pictures is
 * returned to the system. After 200 uploads and 45 s of rest the heap of the process has 47 MB instead of 80. They
 * give V8 in standalone a young generation of 4 MB instead of 16. All processes together have 329 MB after 200
 * uploads and a minute of rest, instead of 564 (`npm run bench -- start`).
 */
const littleMemory = JSON.parse(readFileSync(new URL('./little-memory.json', import.meta.url), 'utf8'));

/**
 * Runs a main program of the product in the foreground until it ends, and ends with its exit code. Ctrl+C,
 * and the death of npm above, stop it in order.
 * @param mode the app that it is
 * @param script the name of the npm script that this is
 */
export function runProduct(mode, script) {
  const main = join(ROOT, 'apps', mode, 'main.mjs');
  const nodeArgs = littleMemory[mode];
  // The channel lets the product notice when this process is killed: it then stops by itself.
  const child = spawn(productNode(), ['--enable-source-maps', ...nodeArgs, main, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...littleMemory.env, ...process.env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  stopWithNpm(script, () => child.kill('SIGTERM'));
  child.once('error', (error) => {
    say(`Skyshelf cannot be started: ${error.message}`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (signal === 'SIGINT' ? 2 : 15)));
}

/** When npm is killed hard, its shell and this process live on: they notice by their parents and stop the product. */
function stopWithNpm(script, stop) {
  if (process.env.npm_lifecycle_event !== script) return;
  const family = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const born = family();
  setInterval(() => family() !== born && stop(), 1_000).unref();
}

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return '';
  }
}
