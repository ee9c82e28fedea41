import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { processorUse } from './processor-use.js';

function run(script: string): number {
  const { pid = 0 } = spawn('/bin/sh', ['-c', script], { detached: true, stdio: 'ignore' });
  onTestFinished(() => void process.kill(-pid, 'SIGKILL'));
  return pid;
}
const within = { timeout: 30_000 };

it.runIf(existsSync('/proc/self/stat'))(
  'says what a child computes, and whether it would, in what it has started too',
  async () => {
    const sleeping = run('sleep 600 & wait');
    const busy = run('sh -c "while :; do :; done" & wait');
    await expect.poll(() => processorUse(busy)?.usedMs, within).toBeGreaterThan(200);
    expect(processorUse(busy)?.isHeldUp).toBe(true);
    await expect.poll(() => processorUse(sleeping)?.isHeldUp, within).toBe(false);
    expect(processorUse(sleeping)?.usedMs).toBeLessThan(100);
    process.kill(-sleeping, 'SIGSTOP');
    await expect.poll(() => processorUse(sleeping)?.isHeldUp, within).toBe(true);
  },
);

it('knows nothing of a process that is not there', () => {
  expect([processorUse(undefined), processorUse(2 ** 30)]).toEqual([null, null]);
});
