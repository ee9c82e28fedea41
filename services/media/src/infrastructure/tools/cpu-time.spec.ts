import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { cpuTimeSince } from './cpu-time.js';

function run(script: string) {
  const child = spawn('/bin/sh', ['-c', script], { detached: true, stdio: 'ignore' });
  onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
  return cpuTimeSince(child.pid);
}

it.runIf(existsSync('/proc/self/stat'))('sees what a child computes in what it has started', async () => {
  const sleeping = run('sleep 600 & wait');
  const busy = run('sh -c "while :; do :; done" & wait');
  await expect.poll(busy, { timeout: 30_000 }).toBeGreaterThan(200);
  expect(sleeping()).toBeLessThan(100);
});

it('knows nothing of a process that is not there', () => {
  expect(cpuTimeSince(undefined)()).toBeNull();
});
