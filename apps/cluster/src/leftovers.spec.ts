import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ProcessNotes } from './leftovers.js';

function file(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-leftovers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'processes.json');
}

function idle() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ended: once(child, 'exit') };
}

it('ends what an earlier start has left running, and nothing that has ended or is another’s', async () => {
  const path = file();
  const left = idle();
  const done = idle();
  const earlier = new ProcessNotes(path);
  earlier.started(left.child.pid!);
  earlier.started(done.child.pid!);
  earlier.ended(done.child.pid!);
  expect(new ProcessNotes(path).endLeftovers()).toBe(1);
  expect((await left.ended)[1]).toBe('SIGKILL');
  expect(done.child.exitCode).toBeNull();
  expect(new ProcessNotes(path).endLeftovers()).toBe(0);
});

it('starts where there is no note, or a damaged one', () => {
  const path = file();
  expect(new ProcessNotes(path).endLeftovers()).toBe(0);
  writeFileSync(path, '[{"pid":');
  expect(new ProcessNotes(path).endLeftovers()).toBe(0);
});
