import { filePath, routes, type ElementView } from '@skyshelf/contracts';
import { apiClient, eventually, type RunningSkyshelf } from '@skyshelf/testing';
import { expect } from 'vitest';
import { sha256 } from './journal.js';
import type { Workload } from './workload.js';

/** Compares what the product has with what it acknowledged, element by element and byte by byte. */
export async function expectNothingLost(skyshelf: RunningSkyshelf, workload: Workload): Promise<void> {
  const { expected, deleted } = workload.journal;
  const found = await listRoot(skyshelf, workload);
  const byId = new Map(found.map((element) => [element._id, element]));
  const missing = [...expected.values()].filter(({ id, name }) => byId.get(id)?.linkname !== name);
  const unknown = found.filter(({ _id }) => !expected.has(_id));
  const undead = found.filter(({ _id }) => deleted.has(_id));
  expect({
    missing,
    unknown: unknown.map(({ linkname }) => linkname),
    undead,
    doubled: found.length - byId.size,
  }).toEqual({
    missing: [],
    unknown: [],
    undead: [],
    doubled: 0,
  });
  for (const file of expected.values()) {
    if (file.sha256 !== null)
      expect(sha256(await download(skyshelf, workload, byId.get(file.id)?.linkurl))).toBe(file.sha256);
  }
}

/** Every picture has its thumbnail in the end, and it can be read. */
export async function expectThumbnails(skyshelf: RunningSkyshelf, workload: Workload): Promise<number> {
  const images = [...workload.journal.expected.values()].filter(({ image }) => image);
  const elements = await eventually(
    async () => {
      const found = new Map((await listRoot(skyshelf, workload)).map((element) => [element._id, element]));
      const bare = images.filter(({ id }) => !found.get(id)?.thumbnailImage);
      if (bare.length > 0) throw new Error(`${bare.length} of ${images.length} pictures have no thumbnail`);
      return found;
    },
    { timeoutMs: 60_000, intervalMs: 200 },
  );
  for (const { id } of images.slice(0, 20)) {
    const bytes = await download(skyshelf, workload, elements.get(id)?.thumbnailImage);
    expect(bytes.subarray(8, 12).toString('latin1')).toBe('WEBP');
  }
  return images.length;
}

/** The outbox drains, and the operator's check of all rules finds nothing. */
export async function expectSound(skyshelf: RunningSkyshelf): Promise<void> {
  await eventually(
    async () => {
      const { outbox } = await skyshelf.ops<{ outbox: Record<string, number> }>('GET', '/operations/stats');
      const waiting = Object.values(outbox).reduce((sum, events) => sum + events, 0);
      if (waiting > 0) throw new Error(`${waiting} events wait in the outboxes: ${JSON.stringify(outbox)}`);
    },
    { timeoutMs: 60_000, intervalMs: 100 },
  );
  const report = await skyshelf.ops<{ findings: unknown[]; drives: number }>('POST', '/operations/fsck');
  expect(report.findings).toEqual([]);
  expect(report.drives).toBeGreaterThan(0);
}

async function listRoot(skyshelf: RunningSkyshelf, workload: Workload): Promise<ElementView[]> {
  const client = apiClient(skyshelf.url, workload.token);
  try {
    return (await client.call(routes.listFolder, { body: { url: '/' } })).docs;
  } finally {
    client.close();
  }
}

async function download(
  skyshelf: RunningSkyshelf,
  workload: Workload,
  address: string | null | undefined,
): Promise<Buffer> {
  const response = await fetch(new URL(filePath(address ?? ''), skyshelf.url), {
    headers: { authorization: `Bearer ${workload.token}` },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
