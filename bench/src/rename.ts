import { routes } from '@skyshelf/contracts';
import { apiClient, type ApiClient, type LaunchedSkyshelf } from '@skyshelf/testing';
import { percentile, rounded, type Figure } from './figures.js';
import { inParallel } from './load.js';

const PER_FOLDER = 1000;

/** Rename of a folder over 10 and over 100,000 descendants, turn by turn: it should cost the same. */
export async function benchRename(
  skyshelf: LaunchedSkyshelf,
  { descendants = 100_000, turns = 200 } = {},
): Promise<Figure[]> {
  const client = apiClient(skyshelf.url, await skyshelf.token('renamer'), {
    connections: 64,
    timeoutMs: 120_000,
  });
  try {
    const small = await tree(client, 'small', 10);
    const large = await tree(client, 'large', descendants);
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
  }
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

async function tree(client: ApiClient, name: string, descendants: number): Promise<string> {
  const root = await folder(client, '/', name);
  const folders = Math.max(1, Math.ceil(descendants / PER_FOLDER));
  for (let index = 0; index < folders; index += 1) {
    const path = folders === 1 ? `/${name}/` : `/${name}/part ${index}/`;
    if (folders > 1) await folder(client, `/${name}/`, `part ${index}`);
    const count = Math.min(PER_FOLDER - (folders > 1 ? 1 : 0), descendants - index * PER_FOLDER);
    await inParallel(count, 64, async (item) => {
      const obj = { linkname: `item ${item}`, linktype: 'website', linkurl: 'https://example.com/' };
      await client.call(routes.addElement, { body: { url: path, obj } });
    });
  }
  return root;
}

async function folder(client: ApiClient, url: string, name: string): Promise<string> {
  return (
    await client.call(routes.addElement, { body: { url, obj: { linkname: name, linktype: 'folder' } } })
  ).docs._id;
}
