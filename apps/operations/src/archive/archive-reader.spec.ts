import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryNames } from './archive-format.js';
import { entriesOf, linePages } from './archive-reader.js';
import { ArchiveWriter } from './archive-writer.js';
import { verifyArchive } from './verify-archive.js';

const at = '2026-03-01T12:00:00.000Z';
const account = { sub: 'local|ann', name: 'Ann', picture: null, drive: 'drive-of-ann', createdAt: at };
const stream = { version: 1, settings: [] };
const head = { format: 'skyshelf-drive', formatVersion: 1, at, account, catalog: stream, billing: stream };
const bytes = randomBytes(3_000);
const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const blob = {
  blobId: 'b1',
  once: 'upload:u1',
  uploadId: 'u1',
  source: null,
  kind: null,
  size: bytes.length,
  sha256: sha256Of(bytes),
  type: 'text/csv',
  width: null,
  height: null,
  begun: at,
  finished: at,
};

describe('an archive', () => {
  let folder = '';
  let files = 0;
  let whole = Buffer.alloc(0);
  const never = new AbortController().signal;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'skyshelf-reader-'));
    whole = await readFile(await written({}));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const newFile = () => join(folder, `${(files += 1)}.tar`);

  async function written({ manifest = head as object, record = blob as object, content = bytes }) {
    const file = newFile();
    const writer = await ArchiveWriter.create(file);
    await writer.json(entryNames.manifest, manifest);
    await writer.lines(entryNames.events('catalog', 1), ['{"a":1}', '{"a":2}']);
    await writer.stream(entryNames.bytes('b1'), Readable.from([content]), content.length);
    await writer.json(entryNames.blob('b1'), record);
    await writer.finish();
    return file;
  }

  const verified = async (content: Buffer) => {
    const file = newFile();
    await writeFile(file, content);
    return verifyArchive(file, never);
  };

  const contentOf = async (file: string): Promise<string[]> => {
    const found: string[] = [];
    for await (const { name, body } of entriesOf(file))
      found.push(`${name} ${sha256Of(Buffer.concat(await Array.fromAsync(body)))}`);
    return found;
  };

  it('that is whole is read', async () => {
    const { manifest } = await verifyArchive(await written({}), never);
    expect(manifest).toEqual(head);
  });

  it('of a newer version, or of something else, is refused in words', async () => {
    const newer = written({ manifest: { ...head, formatVersion: 2 } });
    await expect(verifyArchive(await newer, never)).rejects.toMatchObject({
      code: 'input.invalid',
      message: 'The archive is of a version that is not known here: manifest.json formatVersion.',
    });
    const other = written({ manifest: { ...head, format: 'photos' } });
    await expect(verifyArchive(await other, never)).rejects.toThrow('This is no archive of a drive');
    await expect(verified(Buffer.from('just a text'))).rejects.toThrow('no whole archive');
    await expect(verified(Buffer.alloc(0))).rejects.toThrow('no whole archive');
    await expect(verifyArchive(join(folder, 'none'), never)).rejects.toThrow('There is no file');
  });

  it('that is cut off anywhere is refused', async () => {
    // The last 1,024 bytes of a tar file are its two empty blocks, which no one misses.
    const places = fc.integer({ min: 0, max: whole.length - 1_025 });
    await fc.assert(
      fc.asyncProperty(places, async (end) => {
        await expect(verified(whole.subarray(0, end))).rejects.toMatchObject({ code: 'input.invalid' });
      }),
      { numRuns: 100 },
    );
  });

  it('in which a bit is changed anywhere is refused, or has lost nothing', async () => {
    const before = await contentOf(await written({}));
    const place = fc.record({ at: fc.nat(whole.length - 1), bit: fc.nat(7) });
    await fc.assert(
      fc.asyncProperty(place, async ({ at: byte, bit }) => {
        const changed = Buffer.from(whole);
        changed[byte] = (changed[byte] ?? 0) ^ (1 << bit);
        const file = newFile();
        await writeFile(file, changed);
        const outcome = await verifyArchive(file, never).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'input.invalid' });
        else expect(await contentOf(file)).toEqual(before);
      }),
      { numRuns: 200 },
    );
  });

  it('whose parts stand apart from their like is refused', async () => {
    const file = newFile();
    const writer = await ArchiveWriter.create(file);
    await writer.json(entryNames.manifest, head);
    await writer.lines(entryNames.events('catalog', 1), ['{"a":1}']);
    await writer.lines(entryNames.opens(1), ['{"a":1}']);
    await writer.lines(entryNames.events('catalog', 2), ['{"a":2}']);
    await writer.finish();
    await expect(verifyArchive(file, never)).rejects.toThrow(
      'events-00000002.jsonl stands apart from its like',
    );
  });

  it('whose blob is not what its record says is refused', async () => {
    for (const wrong of [{ sha256: sha256Of(Buffer.from('x')) }, { size: 1 }, { blobId: 'b2' }]) {
      const file = await written({ record: { ...blob, ...wrong } });
      await expect(verifyArchive(file, never), JSON.stringify(wrong)).rejects.toThrow('is not of the bytes');
    }
  });

  it('is there under its name when it is whole, or not at all', async () => {
    const file = newFile();
    const writer = await ArchiveWriter.create(file);
    await expect(ArchiveWriter.create(file)).rejects.toThrow('is there already');
    await writer.json(entryNames.manifest, head);
    const short = writer.stream(entryNames.bytes('b1'), Readable.from([bytes]), bytes.length + 1);
    await expect(short).rejects.toThrow();
    await writer.giveUp();
    expect((await readdir(folder)).filter((name) => name.startsWith(basename(file)))).toEqual([]);
  });
});

describe('the lines of an entry', () => {
  const entryOf = (chunks: readonly Buffer[]) => ({
    name: 'catalog/events-00000001.jsonl',
    size: 0,
    body: Readable.from(chunks),
  });
  const cutAt = (content: Buffer, places: readonly number[]): Buffer[] => {
    const cuts = [0, ...places.map((place) => place % (content.length + 1)), content.length];
    const sorted = cuts.toSorted((a, b) => a - b);
    return sorted.slice(1).map((end, index) => content.subarray(sorted[index], end));
  };

  it('come whole and in order, wherever the file is cut into pieces', async () => {
    const line = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('\n'));
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat()), fc.boolean(), async (lines, places, ends) => {
        const content = Buffer.from(lines.join('\n') + (ends && lines.length > 0 ? '\n' : ''));
        const pages = await Array.fromAsync(linePages(entryOf(cutAt(content, places))));
        expect(pages.flat()).toEqual(lines);
      }),
    );
  });

  it('come in pages that fit any memory, and one that fits none is refused', async () => {
    const small = Buffer.from('x\n'.repeat(1_200));
    expect((await Array.fromAsync(linePages(entryOf([small])))).map((page) => page.length)).toEqual([
      500, 500, 200,
    ]);
    const large = Buffer.from(`${'x'.repeat(200_000)}\n`);
    const many = Array.from({ length: 50 }, () => large);
    const pages = await Array.fromAsync(linePages(entryOf(many)));
    expect(pages.map((page) => page.length)).toEqual(Array.from({ length: 25 }, () => 2));
    const endless = Array.from({ length: 20 }, () => Buffer.alloc(1024 * 1024, 'x'));
    await expect(Array.fromAsync(linePages(entryOf(endless)))).rejects.toThrow('is too large');
  });
});
