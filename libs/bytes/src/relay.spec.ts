import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@skyshelf/testing';
import { afterEach, expect, it } from 'vitest';
import { giveBack, lendingReads, lentFile, relay, relayed, chunksAsRead } from './index.js';
import { borrow, lend } from './lent-buffers.js';

const MB = 1024 * 1024;
const content = randomBytes(9 * MB);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const expected = sha256(content);

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(handler: RequestListener): Promise<number> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const lending = { keepAlive: true, onread: lendingReads };
const agent = new Agent(lending);

const answerOf = (port: number, path = '/', using?: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get({ port, path, host: '127.0.0.1', agent: using }, resolve).on('error', reject);
  });

/** With pauses, so that what waits to be written is there for a while. */
async function slowly(answer: Readable): Promise<string> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if ((count += 1) % 8 === 0) await turn();
  }
  return hash.digest('hex');
}

/** Sends pieces of all sizes, in chunks or with a length. */
const startSource = (): Promise<number> =>
  serve((request, response) => {
    if (request.url === '/small') return void response.end('small');
    if (request.url === '/sized') response.setHeader('content-length', content.length);
    const pieces = function* () {
      for (let at = 0, size = 1; at < content.length; at += size, size = ((size * 7) % 300_007) + 1)
        yield content.subarray(at, at + size);
    };
    Readable.from(pieces(), { objectMode: false }).pipe(response);
  });

it('passes many bodies on at once as they are, over kept connections', async () => {
  const source = await startSource();
  const hop = await serve((request, response) => {
    void answerOf(source, request.url, agent).then((answer) => relay(answer, response));
  });
  for (let round = 0; round < 3; round += 1) {
    const got = await Promise.all(
      ['/sized', '/chunked', '/sized', '/small', '/chunked', '/sized'].map(async (path) =>
        slowly(await answerOf(hop, path)),
      ),
    );
    const small = sha256(Buffer.from('small'));
    expect(got).toEqual([expected, expected, expected, small, expected, expected]);
  }
});

it('passes on through pipe, and from a file, the whole and a part', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lent-'));
  await writeFile(join(folder, 'file'), content);
  const hop = await serve((request, response) => {
    const [start = 0, end = 0] = (request.url ?? '').slice(1).split('_').map(Number);
    void open(join(folder, 'file')).then((file) => relayed(lentFile(file, start, end)).pipe(response));
  });
  const last = content.length - 1;
  const [whole, part, beyond, nothing] = await Promise.all(
    [`/0_${last}`, '/1000_400000', `/5_${last + 10}`, '/0_-1'].map(async (path) =>
      slowly(await answerOf(hop, path)),
    ),
  );
  expect([whole, part, beyond, nothing]).toEqual(
    [content, content.subarray(1000, 400_001), content.subarray(5), Buffer.alloc(0)].map(sha256),
  );
  await rm(folder, { recursive: true });
});

it('closes a file whose reader goes away, in the middle of a read too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lent-'));
  await writeFile(join(folder, 'file'), content);
  const openFiles = async () => (await readdir('/proc/self/fd')).length;
  const before = await openFiles();
  for (let each = 0; each < 20; each += 1) {
    const body = lentFile(await open(join(folder, 'file')), 0, content.length - 1);
    if (each % 2 === 0) body.read(0);
    body.destroy();
  }
  await eventually(async () => (await openFiles()) <= before);
  await rm(folder, { recursive: true });
});

it('gives the chunks of a file as they were read, so that a few buffers do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lent-'));
  await writeFile(join(folder, 'file'), content);
  const hash = createHash('sha256');
  const used = new Set<ArrayBufferLike>();
  for await (const chunk of chunksAsRead(lentFile(await open(join(folder, 'file')), 0, content.length - 1))) {
    used.add(chunk.buffer);
    hash.update(chunk);
    await pause(2); // By then more has been read.
    giveBack(chunk);
  }
  expect(hash.digest('hex')).toBe(expected);
  expect(used.size).toBeLessThan(8);

  const broken = new Readable({ read() {} });
  broken.push('some');
  const got: string[] = [];
  await expect(async () => {
    for await (const chunk of chunksAsRead(broken)) {
      got.push(chunk.toString());
      broken.destroy(new Error('cut'));
    }
  }).rejects.toThrow('cut');
  expect(got).toEqual(['some']);

  const left = lentFile(await open(join(folder, 'file')), 0, content.length - 1);
  for await (const _ of chunksAsRead(left)) break;
  expect(left.destroyed).toBe(true);
  await rm(folder, { recursive: true });
});

it('fails when the source breaks off, and cuts the target; ends the source when the target is gone', async () => {
  const broken = new Readable({ read() {} });
  const target = new Writable({ write: (_chunk, _encoding, done) => done() });
  const passed = relay(broken, target);
  target.on('error', () => {});
  broken.destroy(new Error('cut'));
  await expect(passed).rejects.toThrow('cut');
  expect(target.destroyed).toBe(true);

  const endless = new Readable({ read() {} });
  const gone = relay(endless, new Writable({ write() {} }).destroy());
  await expect(gone).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  expect(endless.destroyed).toBe(true);
});

it('takes a buffer back once, and only whole', () => {
  const chunk = lend(borrow(), 50_000);
  giveBack(chunk.subarray(0, 49_999));
  expect(borrow().buffer).not.toBe(chunk.buffer);
  giveBack(chunk);
  giveBack(chunk);
  expect(borrow().buffer).toBe(chunk.buffer);
  expect(borrow().buffer).not.toBe(chunk.buffer);
});
