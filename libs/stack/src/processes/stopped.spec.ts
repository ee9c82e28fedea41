import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { waitUntilStopped } from './stopped.js';

it.skipIf(!existsSync('/proc/self/task'))(
  'waits until a process stands still, and not for one that is gone',
  async () => {
    const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
    await once(busy, 'spawn');
    const pid = busy.pid ?? 0;
    busy.kill('SIGSTOP');
    waitUntilStopped(pid);
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1];
    expect(state?.startsWith('T')).toBe(true);
    const gone = once(busy, 'exit');
    busy.kill('SIGKILL');
    await gone;
    waitUntilStopped(pid);
  },
);
