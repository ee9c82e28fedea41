import { eventually, testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Catalog } from '#src/application/catalog.js';
import { CATALOG } from '#src/catalog.runtime.js';
import { driveFor } from './drive-for.js';
import { aFile, aFolder, idOf } from './facts.js';
import { runCatalog, type RunningCatalog, type TestAccount } from './running-catalog.js';
import { driveInOrder } from './drive-in-order.js';

/** `npm run campaign -- imports` has all. */
const LINKS = Number(process.env['IMPORT_LINKS'] ?? 1500);
const FOLDERS = Math.round((LINKS * 1200) / 26_556);
const EQUAL = Math.round((LINKS * 10_000) / 26_556);
const ICON = 'data:image/png;base64,'.padEnd(1400, 'A');

const link = (n: number, name: string) =>
  `<DT><A HREF="https://site-${n}.example.org/path/${n}?q=${n}" ADD_DATE="${1_500_000_000 + n}" ICON="${ICON}" TAGS="t${n % 7}">${name}</A>\n`;

function* manyLinks(): Generator<string> {
  yield '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n';
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    yield `<DT><H3>Folder ${folder}</H3><DL><p>\n`;
    for (let n = folder; n < LINKS; n += FOLDERS) yield link(n, `Link ${n}`);
    // Ten folders within one another, then next to one another again.
    if (folder % 10 === 9) yield '</DL><p>\n'.repeat(10);
  }
}

function* equalNames(): Generator<string> {
  yield '<DL><p>\n';
  for (let n = 0; n < EQUAL; n += 1) yield link(n, 'Same');
}

interface Figures {
  /** Unit: milliseconds. */
  first: number;
  all: number;
  /** MiB beyond what was taken before. */
  memory: number;
}

async function begun(catalog: RunningCatalog, account: TestAccount, lines: () => Iterable<string>) {
  const files = catalog.service.app.get<Catalog>(CATALOG);
  files.files = {
    open: async () =>
      (async function* () {
        let text = '';
        for (const part of lines()) {
          text += part;
          if (text.length < 65_536) continue;
          yield Buffer.from(text);
          text = '';
        }
        yield Buffer.from(text);
      })(),
  };
  const { status, body } = await account.call<{ process: string; links: number }>(
    ...(['POST', '/api/bookmarks/import', { url: '/to/', file: idOf('b.html') }] as const),
  );
  expect(status).toBe(200);
  return body;
}

const resultOf = async (account: TestAccount, process: string) =>
  (
    await account.call<{ state: string; links: number; folders: number; refused: number }>(
      ...(['GET', `/api/bookmarks/import?process=${process}`] as const),
    )
  ).body;

/** Looks all the time, so that the moment and the memory are known. */
async function until(
  account: TestAccount,
  id: string,
  isSo: (seen: Awaited<ReturnType<typeof resultOf>>) => boolean,
  look: () => void = () => undefined,
) {
  const found = await eventually(
    async () => {
      look();
      const seen = await resultOf(account, id);
      expect(isSo(seen)).toBe(true);
      return seen;
    },
    { timeoutMs: 120_000, intervalMs: 100 },
  );
  return found;
}

const isOver = ({ state }: { state: string }) => state !== 'running';

async function imported(
  catalog: RunningCatalog,
  account: TestAccount,
  lines: () => Iterable<string>,
): Promise<Figures & { links: number; folders: number }> {
  const start = performance.now();
  const before = process.memoryUsage().rss;
  let most = before;
  const look = () => void (most = Math.max(most, process.memoryUsage().rss));
  const { process: id } = await begun(catalog, account, lines);
  await until(account, id, (seen) => seen.links > 0 || isOver(seen), look);
  const first = performance.now() - start;
  const { links, folders, state } = await until(account, id, isOver, look);
  expect(state).toBe('done');
  return { first, all: performance.now() - start, memory: (most - before) / 2 ** 20, links, folders };
}

let database: TestDatabase;
let catalog: RunningCatalog;
beforeAll(async () => {
  database = await testDatabase('catalog_imports');
  catalog = await runCatalog(database);
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

async function newDrive(): Promise<TestAccount> {
  const account = catalog.account();
  await driveFor(catalog, account).given(aFolder('to'), aFile('b.html', 'root', 1000, 'text/html'));
  return account;
}

it('brings many bookmarks within a minute, the first within 3 s, and in bounded memory; equal names take little longer', async () => {
  // First, so that what a fresh process takes for itself counts for no import.
  const equal = await imported(catalog, await newDrive(), equalNames);
  expect(equal.links).toBe(EQUAL);
  const account = await newDrive();
  const figures = await imported(catalog, account, manyLinks);
  expect(figures).toMatchObject({ links: LINKS, folders: FOLDERS });
  const again = await imported(catalog, account, manyLinks);
  expect(again).toMatchObject({ links: 0, folders: 0 });
  const shown = ({ first, all, memory }: Figures) =>
    `first ${Math.round(first)} ms, all ${Math.round(all)} ms, ${Math.round(memory)} MiB`;
  if (process.env['IMPORT_LINKS']) console.info([figures, again, equal].map(shown).join('; '));
  expect(figures.first).toBeLessThan(3000);
  expect(figures.all).toBeLessThan(60_000);
  expect(figures.memory).toBeLessThan(64);
  expect(equal.all).toBeLessThan(1.5 * figures.all);
  await driveInOrder(database)(account.drive);
}, 300_000);
