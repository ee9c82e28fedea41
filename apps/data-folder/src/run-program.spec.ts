import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const program = `
  import { runProgram } from ${JSON.stringify(join(import.meta.dirname, '../packed/run-program.mjs'))};
  await runProgram('node_modules/zod/index.js');
  console.log(process.env.NODE_COMPILE_CACHE);
`;

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'skyshelf-compiled-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** @returns where the children of such a process keep what they compile */
function start(cache?: string): string {
  const env = { ...process.env, NODE_COMPILE_CACHE: cache };
  const words = ['--input-type=module', '--eval', program];
  return execFileSync(process.execPath, words, { env, cwd: import.meta.dirname, encoding: 'utf8' }).trim();
}

it('is kept next to the clone for the next start, of the children too', () => {
  const cache = resolve(import.meta.dirname, '../../../.cache/compiled');
  expect(start()).toBe(cache);
  expect(readdirSync(cache, { recursive: true }).length).toBeGreaterThan(2);
});

it('is kept where it is told', () => {
  const cache = folder();
  expect(start(cache)).toBe(cache);
  expect(readdirSync(cache, { recursive: true }).length).toBeGreaterThan(2);
});

it('is not kept where nothing can be written, and the program runs on', () => {
  const file = join(folder(), 'no-folder');
  writeFileSync(file, '');
  expect(start(file)).toBe(file);
});
