import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { tryFolderLock, withFolderLock } from '../lock/folder-lock.mjs';
import { startMark } from '../lock/process-identity.mjs';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skyshelf-lock-'));
  path = join(folder, 'run', 'lock.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const holderOf = (lock: ReturnType<typeof tryFolderLock>) => ('heldBy' in lock ? lock.heldBy : null);
const files = () => readdirSync(join(folder, 'run'));

async function otherProcess(): Promise<ChildProcess & { pid: number }> {
  const child = spawn('sleep', ['60']);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  return child as ChildProcess & { pid: number };
}

const noteOf = (pid: number, started = startMark(pid)) =>
  JSON.stringify({ pid, started, id: `of ${pid}`, note: 'http://127.0.0.1:8080' });

describe('the lock of a folder', () => {
  it('is refused to the second, who hears who has it and what that one says of itself', () => {
    const lock = tryFolderLock(path);
    expect(holderOf(lock)).toBeNull();
    expect(holderOf(tryFolderLock(path))).toMatchObject({ pid: process.pid, note: null });
    if ('note' in lock) lock.note('http://127.0.0.1:1');
    expect(holderOf(tryFolderLock(path))).toMatchObject({ pid: process.pid, note: 'http://127.0.0.1:1' });
  });

  it('is free again after its release, and a second release takes it from no one', () => {
    const first = tryFolderLock(path);
    if ('release' in first) first.release();
    expect(files()).toEqual([]);
    expect(holderOf(tryFolderLock(path))).toBeNull();
    if ('release' in first) first.release();
    if ('note' in first) first.note('gone');
    expect(holderOf(tryFolderLock(path))).toMatchObject({ note: null });
  });

  it('is refused while a process holds it, and taken over when that one was killed', async () => {
    tryFolderLock(path);
    const other = await otherProcess();
    writeFileSync(path, noteOf(other.pid));
    expect(holderOf(tryFolderLock(path))).toMatchObject({ pid: other.pid, note: 'http://127.0.0.1:8080' });
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(holderOf(tryFolderLock(path))).toBeNull();
    expect(files()).toEqual(['lock.json']);
  });

  it.each<[string, () => Promise<string>]>([
    ['whose id a stranger was given', async () => noteOf((await otherProcess()).pid, 'another time')],
    ['whose id this process was given', async () => noteOf(process.pid, 'another time')],
    ['whose machine lost its power', async () => ''],
  ])('is taken over from one %s', async (_, left) => {
    tryFolderLock(path);
    writeFileSync(path, await left());
    expect(holderOf(tryFolderLock(path))).toBeNull();
    expect(holderOf(tryFolderLock(path))).toMatchObject({ pid: process.pid });
    expect(files()).toEqual(['lock.json']);
  });
});

describe('work under a lock', () => {
  it('is done one at a time, and all in the end', async () => {
    let inside = 0;
    const seen: number[] = [];
    const work = () =>
      withFolderLock(path, async () => {
        inside += 1;
        await new Promise(setImmediate);
        seen.push(inside);
        inside -= 1;
      });
    await Promise.all([work(), work(), work()]);
    expect(seen).toEqual([1, 1, 1]);
    expect(existsSync(path)).toBe(false);
  });

  it('says once whom it waits for', async () => {
    const lock = tryFolderLock(path);
    const told: number[] = [];
    const waiting = withFolderLock(
      path,
      async () => 'done',
      (pid) => {
        told.push(pid);
        if ('release' in lock) lock.release();
      },
    );
    expect(await waiting).toBe('done');
    expect(told).toEqual([process.pid]);
  });

  it('leaves the lock free when it fails', async () => {
    const failing = withFolderLock(path, () => Promise.reject(new Error('no luck')));
    await expect(failing).rejects.toThrow('no luck');
    expect(await withFolderLock(path, async () => 'done')).toBe('done');
  });
});

const preamble = `
  import { readFileSync, rmSync, writeFileSync } from 'node:fs';
  import { createInterface } from 'node:readline';
  import { tryFolderLock } from ${JSON.stringify(join(import.meta.dirname, '../lock/folder-lock.mjs'))};
  const [path, witness] = process.argv.slice(1);
`;

/** At each line from outside, a moment that is the same for all, it tries once. */
const racer = `${preamble}
  console.log('there');
  for await (const moment of createInterface({ input: process.stdin })) {
    while (Date.now() < Number(moment));
    const lock = tryFolderLock(path);
    console.log(lock.heldBy ? lock.heldBy.pid : process.pid);
  }
`;

/** Takes the lock again and again until it is killed, and looks whether another one is inside as well. */
const worker = `${preamble}
  console.log('there');
  const inside = () => { try { return Number(readFileSync(witness, 'utf8')) || 0; } catch { return 0; } };
  const lives = (pid) => { try { return !readFileSync('/proc/' + pid + '/stat', 'utf8').includes(') Z '); } catch { return false; } };
  for (;;) {
    const lock = tryFolderLock(path);
    if (!lock.heldBy) {
      const before = inside();
      if (before && lives(before)) console.log('two are inside');
      writeFileSync(witness, String(process.pid));
      for (let turn = 0; turn < 20; turn += 1) if (inside() !== process.pid) console.log('two are inside');
      if (Math.random() < 0.1) process.kill(process.pid, 'SIGKILL');
      rmSync(witness);
      lock.release();
      console.log('done');
    }
    await new Promise(setImmediate);
  }
`;

const started = new Set<ChildProcess>();
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
});

function run(program: string): ChildProcess & { lines: AsyncIterator<string> } {
  const args = ['--input-type=module', '--eval', program, path, join(folder, 'witness')];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  started.add(child);
  return Object.assign(child, { lines: linesOf(child) });
}

async function* linesOf({ stdout }: ChildProcess): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stdout ?? []) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

it.runIf(process.platform === 'linux')(
  'of processes that start at the same moment on what a killed one has left exactly one comes through',
  async () => {
    const racers = Array.from({ length: 6 }, () => run(racer));
    for (const { lines } of racers) await lines.next();
    for (let round = 0; round < 6; round += 1) {
      const moment = Date.now() + 30;
      for (const { stdin } of racers) stdin?.write(`${moment}\n`);
      const said = await Promise.all(racers.map(async ({ lines }) => Number((await lines.next()).value)));
      const [winner] = said;
      expect(said).toEqual(racers.map(() => winner));
      const index = racers.findIndex(({ pid }) => pid === winner);
      const [killed] = racers.splice(index, 1, run(racer));
      killed?.kill('SIGKILL');
      if (killed) await once(killed, 'exit');
      await racers[index]?.lines.next();
    }
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ note: null });
  },
  60_000,
);

it.runIf(process.platform === 'linux')(
  'of processes that take it, give it back and are killed at any moment never two are inside',
  async () => {
    const counts: Record<string, number> = {};
    let deaths = 0;
    const live = async (): Promise<void> => {
      while (deaths < 24 || (counts['done'] ?? 0) < 20) {
        const child = run(worker);
        await child.lines.next();
        const limit = setTimeout(() => child.kill('SIGKILL'), 300 + Math.random() * 200);
        for (let line = await child.lines.next(); !line.done; line = await child.lines.next())
          counts[line.value] = (counts[line.value] ?? 0) + 1;
        clearTimeout(limit);
        deaths += 1;
      }
    };
    await Promise.all(Array.from({ length: 4 }, live));
    expect(Object.keys(counts)).toEqual(['done']);
  },
  60_000,
);
