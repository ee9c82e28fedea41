import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@skyshelf/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SmallClone } from './testing/small-clone.js';

const PRODUCT = `
import { appendFileSync } from 'node:fs';
const note = (text) => appendFileSync('notes', text + '\\n');
process.on('SIGTERM', () => { note('SIGTERM'); setTimeout(() => process.exit(7), 20); });
process.on('SIGINT', () => note('SIGINT'));
process.on('disconnect', () => { note('alone'); process.exit(0); });
note('ready ' + process.argv.slice(2).join(' '));
setInterval(() => {}, 1000);
`;

let clone: SmallClone;
beforeAll(async () => {
  clone = new SmallClone();
  clone.addPip();
  clone.addMediaTools();
  clone.write('apps/standalone/src/run.ts', PRODUCT);
  await clone.setUp();
});
beforeEach(() => clone.write('notes', ''));
afterAll(() => clone.remove());

const notes = () =>
  existsSync(join(clone.root, 'notes')) ? readFileSync(join(clone.root, 'notes'), 'utf8') : '';

async function start(): Promise<ChildProcess> {
  const child = clone.spawn(['tools/start.mjs', '--some-option']);
  await eventually(() => notes().includes('ready'));
  return child;
}

it('hands arguments and signals to the product, and its exit code back', async () => {
  const child = await start();
  expect(notes()).toBe('ready --some-option\n');
  child.kill('SIGINT');
  await eventually(() => notes().includes('SIGINT'));
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(7);
  expect(notes()).toContain('SIGTERM');
});

it('lets the product notice that it has been killed', async () => {
  const child = await start();
  child.kill('SIGKILL');
  await eventually(() => notes().includes('alone'));
});

it('adds little to a warm start', async () => {
  clone.write('apps/standalone/src/run.ts', '');
  await clone.setUp();
  const times: number[] = [];
  for (let run = 0; run < 3; run += 1) times.push((await clone.run(['tools/start.mjs'])).ms);
  expect(Math.min(...times)).toBeLessThan(1_000);
});
