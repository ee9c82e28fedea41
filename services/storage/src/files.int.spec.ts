import { randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { get } from 'node:http';
import { blobOfAddress, filePath, uploadIdOf } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../testing/account.js';
import { runStorage, type RunningStorage } from '../testing/running-storage.js';

let storage: RunningStorage;
let alice: Account;
const bytes = new Uint8Array(randomBytes(700_000));
let path: string;
let etag: string;
beforeAll(async () => {
  storage = await runStorage();
  alice = storage.account();
  const { linkurl } = await alice.upload(bytes, { name: 'film.mp4', contentType: 'video/mp4' });
  path = filePath(linkurl);
  etag = `"${blobOfAddress(linkurl)}"`;
});
afterAll(() => storage.stop());

const pathOf = async (contentType: string, name: string, content = 'content') =>
  filePath((await alice.upload(new TextEncoder().encode(content), { contentType, name })).linkurl);
/** Objects that this process holds open. */
const openFiles = async () => {
  const targets = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return targets.filter((target) => /objects\/[0-9a-f]{2}\/./.test(target)).length;
};

describe('reading a file', () => {
  it('gives all of it, to be kept for ever by this browser alone', async () => {
    const answer = await alice.fetch(path);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '700000',
      'accept-ranges': 'bytes',
      etag: etag,
      'cache-control': 'private, max-age=31536000, immutable',
      'content-disposition': `inline; filename="film.mp4"; filename*=UTF-8''film.mp4`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('gives exactly the range that is asked, whatever it is', async () => {
    const position = fc.oneof(
      fc.nat({ max: 20 }),
      fc.integer({ min: 0, max: 800_000 }),
      fc.integer({ min: 699_980, max: 700_020 }),
    );
    await fc.assert(
      fc.asyncProperty(position, fc.option(position), async (start, end) => {
        const answer = await alice.fetch(path, { headers: { range: `bytes=${start}-${end ?? ''}` } });
        const body = Buffer.from(await answer.arrayBuffer());
        if (end !== null && end < start) {
          expect([answer.status, body.length]).toEqual([200, 700_000]);
          return;
        }
        if (start >= 700_000) {
          expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */700000']);
          return;
        }
        const last = Math.min(end ?? Infinity, 699_999);
        expect([answer.status, answer.headers.get('content-range')]).toEqual([
          206,
          `bytes ${start}-${last}/700000`,
        ]);
        expect(answer.headers.get('content-length')).toBe(String(last - start + 1));
        expect(body.equals(bytes.subarray(start, last + 1))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses a range outside in words, and that answer is not kept', async () => {
    const answer = await alice.fetch(path, { headers: { range: 'bytes=900000-' } });
    expect(await answer.json()).toMatchObject({ error: { code: 'range.invalid' } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('answers conditions by what the browser has, or wants', async () => {
    const answerFor = async (headers: Record<string, string>) => {
      const answer = await alice.fetch(path, { headers });
      return [answer.status, (await answer.arrayBuffer()).byteLength, answer.headers.get('etag')];
    };
    expect(await answerFor({ 'if-none-match': etag })).toEqual([304, 0, etag]);
    expect(await answerFor({ range: 'bytes=0-9', 'if-range': '"other"' })).toEqual([200, 700_000, etag]);
    expect((await answerFor({ 'if-match': '"other"', 'if-none-match': etag }))[0]).toBe(412);
    expect((await answerFor({ 'if-match': '' }))[0]).toBe(412);
  });

  it('has the date of the file itself, unless that is none', async () => {
    const changed = new Date('2019-05-04T03:02:01Z');
    const dated = async (modified: number, name: string) => {
      const uploadId = uploadIdOf(randomBytes(24).toString('base64url'), modified);
      const { linkurl } = await alice.upload(new Uint8Array([1]), { uploadId, name });
      return (await alice.fetch(filePath(linkurl))).headers.get('last-modified');
    };
    expect(await dated(changed.getTime(), 'old.bin')).toBe(changed.toUTCString());
    for (const none of [0, Date.now() + 1e10]) {
      const shown = Date.parse((await dated(none, 'other.bin')) ?? '');
      expect(Math.abs(Date.now() - shown)).toBeLessThan(600_000);
    }
  });

  it('answers a HEAD request without the bytes', async () => {
    const answer = await alice.fetch(path, { method: 'HEAD' });
    expect([
      answer.status,
      answer.headers.get('content-length'),
      (await answer.arrayBuffer()).byteLength,
    ]).toEqual([200, '700000', 0]);
    const part = await alice.fetch(path, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '10']);
  });

  it('gives an empty file', async () => {
    const empty = await alice.fetch(await pathOf('image/png', 'nothing.png', ''));
    expect([empty.status, empty.headers.get('content-length'), await empty.text()]).toEqual([200, '0', '']);
  });

  it('lets the browser go away in the middle, and keeps nothing open', async () => {
    const seen: number[] = [];
    await Promise.all(
      Array.from(
        { length: 30 },
        () =>
          new Promise<void>((resolve) => {
            const request = get(
              storage.address + path,
              { headers: { authorization: alice.authorization }, agent: false },
              (answer) => {
                answer.once(
                  'data',
                  () =>
                    void openFiles()
                      .then((open) => seen.push(open))
                      .finally(() => request.destroy()),
                );
                answer.on('close', resolve);
              },
            );
            request.on('error', () => resolve());
          }),
      ),
    );
    expect(Math.max(...seen)).toBeGreaterThan(0);
    await eventually(async () => (await openFiles()) === 0);
  });
});

describe('what the browser does with a file', () => {
  it.each([
    ['image/png', 'a.png', 'inline'],
    ['video/webm', 'a.webm', 'inline'],
    ['audio/mpeg', 'a.mp3', 'inline'],
    ['image/svg+xml', 'a.svg', 'attachment'],
    ['text/html', 'a.html', 'attachment'],
    ['application/xhtml+xml', 'a.xhtml', 'attachment'],
    ['application/pdf', 'a.pdf', 'attachment'],
    ['text/csv', 'a.csv', 'attachment'],
    ['application/xml', 'a.xml', 'attachment'],
    ['application/x-unknown', 'a.bin', 'attachment'],
  ])('%s is %s: %s', async (type, name, how) => {
    const answer = await alice.fetch(await pathOf(type, name));
    await answer.arrayBuffer();
    expect(answer.headers.get('content-disposition')).toBe(
      `${how}; filename="${name}"; filename*=UTF-8''${name}`,
    );
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(answer.headers.get('content-type')).toBe(type);
  });

  it('never becomes the code that answers for the whole site', async () => {
    expect((await alice.fetch(path, { headers: { 'service-worker': 'script' } })).status).toBe(403);
    // fetch() may not set this one itself.
    const answer = await storage.service.inject({
      method: 'GET',
      url: path,
      headers: { authorization: alice.authorization, 'sec-fetch-dest': 'serviceworker' },
    });
    expect(answer.statusCode).toBe(403);
  });
});

describe('another’s file', () => {
  it('is not told from one that does not exist', async () => {
    const bob = storage.account('bob');
    const answers = await Promise.all([
      bob.fetch(path),
      bob.fetch('/files/Cloud/doesnotexist/x'),
      bob.fetch(path, { headers: { 'if-none-match': etag } }),
    ]);
    const told = await Promise.all(
      answers.map(async (answer) => {
        const { error } = (await answer.json()) as { error: Record<string, string> };
        const {
          date: _,
          'content-length': __,
          'x-request-id': ___,
          ...headers
        } = Object.fromEntries(answer.headers);
        return { status: answer.status, code: error.code, message: error.message, headers };
      }),
    );
    expect(told[0]).toMatchObject({ status: 404, code: 'file.not-found' });
    expect(told[1]).toEqual(told[0]);
    expect(told[2]).toEqual(told[0]);
    expect((await fetch(storage.address + path)).status).toBe(401);
  });

  it('cannot be read before it is complete', async () => {
    await storage.collections.blobs.updateOne(
      { _id: etag.slice(1, -1) as never },
      { $set: { state: 'pending' } },
    );
    expect((await alice.fetch(path)).status).toBe(404);
    await storage.collections.blobs.updateOne(
      { _id: etag.slice(1, -1) as never },
      { $set: { state: 'ready' } },
    );
    expect((await alice.fetch(path, { method: 'HEAD' })).status).toBe(200);
  });

  it('refuses what is no address', async () => {
    for (const wrong of ['/files/Cloud/a%2Fb/x', '/files/Cloud/a.b/x', '/files/Cloud/%00/x'])
      expect((await alice.fetch(wrong)).status).toBe(400);
  });
});

describe('a file that was deleted', () => {
  it('is not found from the moment on, whatever a browser has of it, nor is what was made from it', async () => {
    const { linkurl } = await alice.upload(new TextEncoder().encode('secret'), { name: 'a.csv' });
    const id = String(blobOfAddress(linkurl));
    const query = `source=${id}&kind=thumbnail&jobId=job`;
    const made = await storage.internalBytes(`/internal/blobs/derived?${query}`, new Uint8Array(50));
    const { blobId: thumbnail } = (await made.json()) as { blobId: string };
    const paths = [filePath(linkurl), `/files/Cloud/${thumbnail}/x`];
    const statuses = (init: RequestInit = {}) =>
      Promise.all(paths.map(async (each) => (await alice.fetch(each, init)).status));
    expect(await statuses()).toEqual([200, 200]);
    expect(await statuses()).toEqual([200, 200]);
    storage.deleted.add(id);
    expect(await statuses()).toEqual([404, 404]);
    expect(await statuses({ method: 'HEAD' })).toEqual([404, 404]);
    expect(await statuses({ headers: { range: 'bytes=0-1' } })).toEqual([404, 404]);
    expect(await statuses({ headers: { 'if-none-match': `"${id}", "${thumbnail}"` } })).toEqual([404, 404]);
  });
});
