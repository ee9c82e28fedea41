import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calling, generatedDocuments, macroOdt, readingOdt } from '../testing/corpus/documents/generated.js';
import { sampleOf, sampleSeed } from '../testing/corpus/outcome.js';
import { makeOfBytes } from '../testing/make-of-bytes.js';
import { JobRefusal } from './domain/refusal.js';
import { officeTool } from './infrastructure/tools/office/office-tool.js';
import { popplerTool } from './infrastructure/tools/poppler/first-page.js';
import { kinds } from './kinds/registry.js';

const outcomes = sampleOf(
  z
    .array(
      z.union([
        z.strictObject({ file: z.string(), says: z.string() }),
        z.strictObject({ file: z.string(), refused: z.string() }),
      ]),
    )
    .parse(
      JSON.parse(
        await readFile(new URL('../testing/corpus/documents/outcomes.json', import.meta.url), 'utf8'),
      ),
    ),
  3,
);

/** A busy machine takes many times the usual 2 s for a document. */
const patient = { ...kinds.pdf, timeoutMs: 100_000 };
const make = (bytes: Uint8Array, file: string) => makeOfBytes(patient, bytes, extname(file).slice(1));

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'documents-'))));
afterEach(() => rm(folder, { recursive: true }));

/** The words of a PDF, as another tool reads them. */
async function wordsOf(pdf: Buffer | undefined): Promise<string> {
  const path = join(folder, 'made.pdf');
  await writeFile(path, pdf ?? '');
  return (await promisify(execFile)('pdftotext', [path, '-'])).stdout;
}

const checks = await Promise.all([kinds.pdf.tool.check(), popplerTool.check()]);
const has = checks.every(({ status }) => status === 'ok');

describe.runIf(has)(`of each document of the corpus (${sampleSeed})`, () => {
  it.each(outcomes.map((each) => [each.file, each] as const))(
    '%s the PDF is as it was fixed beforehand',
    async (file, outcome) => {
      const found = await make(generatedDocuments[file]?.() ?? Buffer.alloc(0), file);
      if ('refused' in outcome) return expect(found).toEqual({ refused: outcome.refused });
      expect(found).toHaveProperty('bytes');
      expect(await wordsOf('bytes' in found ? found.bytes : undefined)).toContain(outcome.says);
    },
    120_000,
  );
});

it.runIf(has)(
  'a table without a name of its own is headed as a sheet',
  async () => {
    const found = await make(generatedDocuments['rows.csv']?.() ?? Buffer.alloc(0), 'rows.csv');
    const words = await wordsOf('bytes' in found ? found.bytes : undefined);
    expect(words).toContain('Sheet 1');
    expect(words).not.toContain('source');
  },
  120_000,
);

describe.runIf(has)('a document that asks for what is elsewhere', () => {
  it('gets its PDF, calls no one, reads and writes no other file', async () => {
    // The child is another user, who could come here.
    await chmod(folder, 0o777);
    const written = join(folder, 'written');
    let calls = 0;
    const server = createServer((_, answer) => {
      calls += 1;
      answer.end('called');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const secret = join(folder, 'secret.txt');
    await writeFile(secret, 'the secret of another', { mode: 0o644 });
    const documents = {
      'a.docx': calling(`http://127.0.0.1:${port}/picture.png`, `http://127.0.0.1:${port}/text`),
      'b.docx': calling(`file://${secret}`, secret),
      'c.odt': readingOdt(`http://127.0.0.1:${port}/text`),
      'd.odt': readingOdt(`file://${secret}`),
      'e.odt': macroOdt(written),
    };
    for (const [file, bytes] of Object.entries(documents)) {
      const found = await make(bytes, file);
      expect(found, file).toHaveProperty('bytes');
      expect(await wordsOf('bytes' in found ? found.bytes : undefined), file).not.toContain('secret');
    }
    server.close();
    expect(calls).toBe(0);
    expect(existsSync(written)).toBe(false);
  }, 300_000);
});

it.runIf(has)(
  'a document that meets a limit is given up, not tried again',
  async () => {
    const path = join(folder, 'source');
    await writeFile(path, `{\\rtf1\\ansi ${'A line of it.\\par '.repeat(2000)}}`);
    const workspace = { folder, path: (name: string) => join(folder, name) };
    const limits = { cpuSeconds: 60, memoryMb: 1024, fileBytes: 2000, nice: 0 };
    const { signal } = new AbortController();
    await expect(
      officeTool.toPdf({ path, extension: 'rtf', workspace, limits, onStarted: () => {} }, signal),
    ).rejects.toThrow(new JobRefusal('Making the PDF took more than is allowed.'));
  },
  60_000,
);
