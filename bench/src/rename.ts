import { setTimeout as pause } from 'node:timers/promises';
import { folderFiller, type FolderFiller } from '@skyshelf/catalog/filling';
import { accessTokenClaims, ROOT_ID, routes, type ElementId } from '@skyshelf/contracts';
import { apiClient, type LaunchedSkyshelf } from '@skyshelf/testing';
import { MongoClient } from 'mongodb';
import { percentile, rounded, type Figure } from './figures.js';

const PER_FOLDER = 1000;

/** Rename of a folder over 10 and over 100,000 descendants, turn by turn: it should cost the same. */
export async function benchRename(
  skyshelf: LaunchedSkyshelf,
  mongoUri: string,
  { descendants = 100_000, turns = 200 } = {},
): Promise<Figure[]> {
  const token = await skyshelf.token('renamer');
  const client = apiClient(skyshelf.url, token, { timeoutMs: 120_000 });
  const mongo = await new MongoClient(mongoUri).connect();
  const { sub, drive } = claimsOf(token);
  const filler = folderFiller({ client: mongo, db: mongo.db('skyshelf_catalog') }, { sub, drive });
  try {
    const small = await tree(filler, 'small', 10);
    const large = await tree(filler, 'large', descendants);
    await settled(skyshelf);
    const times: Record<string, number[]> = { [small]: [], [large]: [] };
    for (let turn = 0; turn < turns; turn += 1) {
      for (const id of turn % 2 === 0 ? [small, large] : [large, small]) {
        const began = performance.now();
        await client.call(routes.editElement, {
          body: { url: '/', id, obj: { linkname: `folder ${id} ${turn}` } },
        });
        times[id]?.push(performance.now() - began);
      }
    }
    return [figure(times[small] ?? [], times[large] ?? [], descendants)];
  } finally {
    client.close();
    await filler.close();
    await mongo.close();
  }
}

function claimsOf(token: string) {
  const [, claims = ''] = token.split('.');
  return accessTokenClaims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')));
}

function figure(small: number[], large: number[], descendants: number): Figure {
  const p50 = { small: percentile(small, 0.5), large: percentile(large, 0.5) };
  const ratio = p50.large / p50.small;
  return {
    name: `rename a folder over ${descendants} descendants, vs. over 10`,
    value: rounded(p50.large),
    unit: 'ms',
    raw: rounded(p50.small),
    ratio: rounded(ratio),
    goal: 'equal (≤ 1.2×)',
    met: ratio <= 1.2,
    details: { p99: rounded(percentile(large, 0.99)), p99Small: rounded(percentile(small, 0.99)) },
  };
}

/** A folder of folders of a thousand. */
async function tree(filler: FolderFiller, name: string, descendants: number): Promise<ElementId> {
  const root = await filler.folder(ROOT_ID, name);
  const folders = Math.ceil(descendants / PER_FOLDER);
  if (folders === 1) await filler.links(root, descendants);
  for (let index = 0; folders > 1 && index < folders; index += 1) {
    const part = await filler.folder(root, `part ${index}`);
    await filler.links(part, Math.min(PER_FOLDER, descendants - index * PER_FOLDER) - 1);
  }
  return root;
}

/** The other services have taken in what was added: they would work beside the measurement. */
async function settled(skyshelf: LaunchedSkyshelf): Promise<void> {
  for (;;) {
    const { outbox } = await skyshelf.ops<{ outbox: Record<string, number> }>('GET', '/operations/stats');
    if (Object.values(outbox).every((events) => events === 0)) return;
    await pause(1_000);
  }
}
