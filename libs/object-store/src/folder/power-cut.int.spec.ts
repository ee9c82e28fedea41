import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eventually } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolderStore, type FolderStore } from './folder-store.js';
import { layoutOf } from './layout.js';

const hasStrace = spawnSync('strace', ['-V']).status === 0;
if (!hasStrace && process.env.CI !== 'true')
  console.warn('strace is not installed: the order of system calls is not tested here');
const CALLS =
  'write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat';

/** One system call: its name and the rest of the line, with paths for file descriptors. */
interface Call {
  name: string;
  text: string;
}

/** Lists the system calls between two marks, in the order in which they returned. */
async function traced(work: () => Promise<unknown>): Promise<Call[]> {
  const folder = await mkdtemp(join(tmpdir(), 'strace-'));
  const output = join(folder, 'calls');
  // Read at once: to read it in steps asks for calls that are traced too, and the end is never reached.
  const seen = (): string => (existsSync(output) ? readFileSync(output, 'utf8') : '');
  const tracer = spawn('strace', [
    '-f',
    '-y',
    '-s',
    '64',
    '-e',
    `trace=${CALLS}`,
    '-o',
    output,
    '-p',
    String(process.pid),
  ]);
  const mark = openSync('/dev/null', 'w');
  try {
    await eventually(() => {
      writeSync(mark, 'mark: begin');
      return seen().includes('mark: begin');
    });
    await work();
    writeSync(mark, 'mark: answered');
    await eventually(() => seen().includes('mark: answered'));
    return parse(seen());
  } finally {
    closeSync(mark);
    tracer.kill('SIGINT');
    await once(tracer, 'exit');
    await rm(folder, { recursive: true });
  }
}

/**
 * A call that another thread's output cut in two: a sync counts from where it began (what came later it need
 * not cover), every other call from where it returned.
 */
function parse(output: string): Call[] {
  const begun = new Map<string, Call>();
  const calls: Call[] = [];
  const lines = output.split('\n');
  const begin = lines.findIndex((line) => line.includes('mark: begin'));
  for (const line of lines.slice(
    begin + 1,
    lines.findIndex((each) => each.includes('mark: answered')),
  )) {
    const [, thread = '', text = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const call = begun.get(thread);
    if (text.endsWith('<unfinished ...>')) {
      begun.set(thread, callOf(text));
      if (/sync/.test(text)) calls.push(begun.get(thread) ?? callOf(text));
    } else if (text.startsWith('<...') && call) {
      call.text += text;
      if (!/sync/.test(call.name)) calls.push(call);
    } else calls.push(callOf(text));
  }
  return calls.filter(({ text }) => !text.includes('mark: begin'));
}

const callOf = (text: string): Call => ({ name: /^\w+/.exec(text)?.[0] ?? '', text });

/** Finds the first call of this kind after another one; fails when there is none. */
function place(calls: readonly Call[], names: RegExp, path: string | RegExp, after = -1): number {
  const at = calls.findIndex(
    ({ name, text }, index) =>
      index > after && names.test(name) && new RegExp(path).test(text) && / = \d+/.test(text),
  );
  if (at < 0)
    throw new Error(`No ${names} of ${path} after ${after} in\n${calls.map(({ text }) => text).join('\n')}`);
  return at;
}

describe.skipIf(!hasStrace && process.env.CI !== 'true')('a power cut at any moment', () => {
  let root: string;
  let store: FolderStore;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'object-store-'));
    store = await createFolderStore({ root });
    await store.put('warm', Buffer.from('up'));
  });
  afterAll(async () => {
    await store.close();
    await rm(root, { recursive: true });
  });

  const bodies: [string, () => Uint8Array | Readable][] = [
    ['bytes', () => Buffer.alloc(8192, 'content')],
    ['a stream', () => Readable.from([Buffer.alloc(70_000, 'content'), Buffer.alloc(70_000, 'content')])],
  ];

  it.each(bodies)(
    'keeps an object put from %s: bytes synced before it has its name, the name before the answer',
    async (_, body) => {
      const calls = await traced(() => store.put('photo', body()));
      const written = calls.findLastIndex(({ name, text }) => /write/.test(name) && text.includes('/temp/'));
      expect(written).toBeGreaterThanOrEqual(0);
      const synced = place(calls, /^f(data)?sync$/, '/temp/', written);
      const renamed = place(calls, /^rename/, '/temp/.*/photo', synced);
      place(calls, /^fsync$/, '/objects/[0-9a-f]{2}>', renamed);
    },
  );

  it('keeps a conditional create in the same way', async () => {
    const calls = await traced(() => store.put('once', Buffer.from('content'), { ifAbsent: true }));
    const synced = place(calls, /^f(data)?sync$/, '/temp/');
    const linked = place(calls, /^link/, '/temp/.*/once', synced);
    place(calls, /^fsync$/, '/objects/[0-9a-f]{2}>', linked);
  });

  it('keeps a part, and the object joined from parts before its parts go', async () => {
    const id = await store.createMultipart('film');
    const put = await traced(() => store.putPart('film', id, 1, Buffer.from('content'), 7));
    const synced = place(put, /^f(data)?sync$/, '/temp/');
    const renamed = place(put, /^rename/, `/temp/.*film.${id}/00001`, synced);
    place(put, /^fsync$/, `film.${id}>`, renamed);

    const parts = await store.listParts('film', id);
    const joined = await traced(() => store.completeMultipart('film', id, parts));
    const named = place(joined, /^rename/, '/temp/.*/film"', place(joined, /^f(data)?sync$/, '/temp/'));
    const kept = place(joined, /^fsync$/, '/objects/[0-9a-f]{2}>', named);
    expect(
      joined.findIndex(({ name, text }) => name.startsWith('unlink') && text.includes('00001')),
    ).toBeGreaterThan(kept);
  });

  it('does not bring back what was deleted', async () => {
    await store.put('gone', Buffer.from('content'));
    const calls = await traced(() => store.delete(['gone']));
    place(calls, /^fsync$/, '/objects/[0-9a-f]{2}>', place(calls, /^unlink/, '/gone'));
  });

  it('syncs a folder once for several writers at a time, and never too early for one of them', async () => {
    const { folderOf } = layoutOf(root);
    const keys = Array.from({ length: 4000 }, (_, index) => `writer-${index}`)
      .filter((key) => folderOf(key) === folderOf('warm'))
      .slice(0, 40);
    const calls = await traced(() => Promise.all(keys.map((key) => store.put(key, Buffer.from('content')))));
    for (const key of keys)
      place(calls, /^fsync$/, `${folderOf(key)}>`, place(calls, /^rename/, `/temp/.*/${key}"`));
    expect(
      calls.filter(({ name, text }) => name === 'fsync' && text.includes(`${folderOf('warm')}>`)).length,
    ).toBeLessThan(keys.length);
  });
});
