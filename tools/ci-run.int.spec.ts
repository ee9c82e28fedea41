import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from '@skyshelf/testing';
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

/** The results of npm's scripts in a run. */
interface Parts {
  lint: string;
  chart: string;
  test: string;
  servers: string;
  e2e: string;
  cluster: string;
  chaos: string;
  lines: string;
}

const green = (count: number) => `echo "${count} passed, 0 failed"`;
const allGreen: Parts = {
  lint: green(6),
  chart: green(2),
  test: green(900),
  servers: green(60),
  e2e: green(12),
  cluster: green(11),
  chaos: green(1),
  lines: green(0),
};

function prepare(parts: Partial<Parts>): NodeJS.ProcessEnv {
  const { lint, chart, test, servers, e2e, cluster, chaos, lines } = { ...allGreen, ...parts };
  const named = { lint, chart, servers, cluster, e2e, chaos, lines };
  const cases = Object.entries(named).map(([name, script]) => `*${name}*) ${script};;`);
  command('npm', `case "$*" in ${cases.join(' ')} *) ${test};; esac`);
  return { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` };
}

interface Outcome {
  code: number;
  last: string;
  /** The failures that it lists at its end. */
  told: string;
  output: string;
}

/** A run in which npm's scripts say and return what the test wants. */
function ci(parts: Partial<Parts> = {}): Promise<Outcome> {
  const env = prepare(parts);
  return new Promise((resolve) => {
    execFile(join(root, '.ci', 'run'), { env }, (error, stdout) =>
      resolve({
        code: error ? Number(error.code) : 0,
        last: stdout.trimEnd().split('\n').at(-1) ?? '',
        told: stdout.split('==== what failed ====').at(1) ?? '',
        output: stdout,
      }),
    );
  });
}

it('ends with the sum of all parts', async () => {
  expect(await ci()).toMatchObject({ code: 0, last: '992 passed, 0 failed' });
});

it('looks at the running product in both ways to run it, and at a sample of chaos', async () => {
  const { output } = await ci({
    e2e: `echo "asked: $*"; ${green(1)}`,
    cluster: `echo "asked: $*"; ${green(1)}`,
    chaos: `echo "asked: $*"; ${green(1)}`,
  });
  expect(output.match(/^asked: .*$/gm)).toEqual([
    'asked: run --silent e2e -- --mode standalone',
    'asked: run --silent e2e -- --mode cluster',
    'asked: run --silent chaos -- --minutes 1.5 --members 1',
  ]);
});

it('goes on after a failure, and fails', async () => {
  const outcome = await ci({ lint: 'echo "5 passed, 1 failed"; exit 1' });
  expect(outcome).toMatchObject({ code: 1, last: '991 passed, 1 failed' });
});

it('counts a part that breaks down, before or after it has counted, as a failure', async () => {
  const outcome = await ci({ lint: 'exit 3', test: `${green(900)}; exit 1`, e2e: 'echo broken' });
  expect(outcome).toMatchObject({ code: 1, last: '974 passed, 3 failed' });
});

it('fails when set-up fails', async () => {
  command('node', 'echo no network; exit 1');
  expect(await ci()).toMatchObject({ code: 1, last: '0 passed, 1 failed' });
});

it('says at its end what each part took', async () => {
  const { output } = await ci();
  const told = output.split('==== what it took ====').at(1) ?? '';
  expect([...told.matchAll(/^(.+?) +\d+ s +\d+ s of processor$/gm)].map(([, title]) => title)).toEqual([
    'set-up',
    'test',
    'test servers',
    'e2e',
    'lint',
    'chart',
    'e2e cluster',
    'chaos',
    'lines',
    'in all',
  ]);
});

it('names at its end the 15 files that took longest, with their part', async () => {
  const slow = (files: number[]) => files.map((at) => `echo "slow: ${at} s ${at}.spec.ts"`).join('; ');
  const { output } = await ci({
    test: `${slow([3, 20, 1])}; ${green(900)}`,
    e2e: `${slow(Array.from({ length: 14 }, (_, at) => 40 + at))}; ${green(12)}`,
  });
  const told = output.split('==== the slowest files of tests ====\n').at(1)?.split('\n\n')[0]?.split('\n');
  expect(told).toHaveLength(15);
  expect([told?.[0], told?.[14]]).toEqual(['53 s 53.spec.ts (e2e)', '20 s 20.spec.ts (test)']);
});

it('names at its end what failed', async () => {
  const outcome = await ci({
    lint: 'echo "a cycle in a.ts"; exit 3',
    test: 'echo "failed: b.spec.ts > adds"; echo more; echo "899 passed, 1 failed"; exit 1',
  });
  expect(outcome.told).toContain('a cycle in a.ts');
  expect(outcome.told).toContain('failed: b.spec.ts > adds');
  expect(outcome.told).not.toContain('more');
  expect((await ci()).told).toBe('');
});

it('does not wait for a process that a part has left behind', async () => {
  const pidFile = join(root, 'pid');
  const outcome = await ci({ test: `sleep 600 & echo $! > "${pidFile}"; ${green(900)}` });
  expect(outcome).toMatchObject({ code: 0, last: '992 passed, 0 failed' });
  process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
});

it('computes next to the tests that wait', async () => {
  const found = join(root, 'found');
  const { code } = await ci({
    e2e: `while ! [ -e "${found}" ]; do sleep 0.1; done; ${green(12)}`,
    lint: `touch "${found}"; ${green(6)}`,
  });
  expect(code).toBe(0);
});

it('stops the parts that run when it is asked to stop', async () => {
  const pidFile = join(root, 'pid');
  const asideFile = join(root, 'aside');
  const env = prepare({
    lint: `echo $$ > "${asideFile}"; exec sleep 600`,
    e2e: `while ! [ -s "${asideFile}" ]; do sleep 0.1; done; echo $$ > "${pidFile}"; exec sleep 600`,
  });
  const run = spawn(join(root, '.ci', 'run'), { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const printed = text(run.stdout);
  const pid = await eventually(() => Number(readFileSync(pidFile, 'utf8')) || false, { timeoutMs: 20_000 });
  run.kill('SIGTERM');
  expect(await once(run, 'exit')).toEqual([143, null]);
  expect((await printed).trimEnd().split('\n').at(-1)).toBe('960 passed, 1 failed');
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  await eventually(() =>
    expect(() => process.kill(Number(readFileSync(asideFile, 'utf8')), 0)).toThrow(/ESRCH/),
  );
});
