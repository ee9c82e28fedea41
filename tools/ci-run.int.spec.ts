import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT } from './testing/link-modules.js';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'skyshelf-ci-'));
  mkdirSync(join(root, '.ci'));
  mkdirSync(join(root, 'bin'));
  cpSync(join(ROOT, '.ci', 'run'), join(root, '.ci', 'run'));
  command('node', 'exit 0');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function command(name: string, script: string): void {
  writeFileSync(join(root, 'bin', name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(root, 'bin', name), 0o755);
}

/** The exit code and the last line of a run in which npm's scripts say and return what the test wants. */
function ci(parts: { lint: string; test: string; e2e: string }): Promise<{ code: number; last: string; told: string }> {
  command('npm', `case "$*" in *lint*) ${parts.lint};; *e2e*) ${parts.e2e};; *) ${parts.test};; esac`);
  const env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` };
  return new Promise((resolve) => {
    execFile(join(root, '.ci', 'run'), { env }, (error, stdout) =>
      resolve({
        code: error ? Number(error.code) : 0,
        last: stdout.trimEnd().split('\n').at(-1) ?? '',
        told: stdout.split('==== what failed ====').at(1) ?? '',
      }),
    );
  });
}

const green = (count: number) => `echo "${count} passed, 0 failed"`;

it('ends with the sum of all parts', async () => {
  const outcome = await ci({ lint: green(8), test: green(900), e2e: green(12) });
  expect(outcome).toMatchObject({ code: 0, last: '920 passed, 0 failed' });
});

it('goes on after a failure, and fails', async () => {
  const outcome = await ci({ lint: 'echo "7 passed, 1 failed"; exit 1', test: green(900), e2e: green(12) });
  expect(outcome).toMatchObject({ code: 1, last: '919 passed, 1 failed' });
});

it('counts a part that breaks down, before or after it has counted, as a failure', async () => {
  const outcome = await ci({ lint: 'exit 3', test: `${green(900)}; exit 1`, e2e: 'echo broken' });
  expect(outcome).toMatchObject({ code: 1, last: '900 passed, 3 failed' });
});

it('fails when set-up fails', async () => {
  command('node', 'echo no network; exit 1');
  expect(await ci({ lint: green(8), test: green(900), e2e: green(12) })).toMatchObject({
    code: 1,
    last: '0 passed, 1 failed',
  });
});

it('names at its end what failed', async () => {
  const outcome = await ci({
    lint: 'echo "a cycle in a.ts"; exit 3',
    test: 'echo "failed: b.spec.ts > adds"; echo more; echo "899 passed, 1 failed"; exit 1',
    e2e: green(12),
  });
  expect(outcome.told).toContain('a cycle in a.ts');
  expect(outcome.told).toContain('failed: b.spec.ts > adds');
  expect(outcome.told).not.toContain('more');
  expect((await ci({ lint: green(8), test: green(900), e2e: green(12) })).told).toBe('');
});
