import { randomBytes } from 'node:crypto';
import { routes, type ElementView } from '@skyshelf/contracts';
import { apiClient, eventually, uploadFile, type ApiClient, type LaunchedSkyshelf } from '@skyshelf/testing';
import { inParallel } from '../load.js';

export const FILE_BYTES = 100_000_000;
const SMALL = 2000;

/** Names of ten scripts, and those that archives get wrong. */
const names = [
  'Straße nach Süden.jpg',
  'Фотографии 2026.jpg',
  'Ελλάδα.jpg',
  'صور العائلة.jpg',
  'תמונות.jpg',
  'हिमालय.jpg',
  'ภาพถ่าย.jpg',
  '写真二〇二六.jpg',
  '사진첩.jpg',
  'საქართველო.jpg',
  'Հայաստան.jpg',
  '👩‍👩‍👧 🏖.jpg',
];

/** A user with folders to download. */
export interface ZipShelf {
  token: string;
  client: ApiClient;
  /** They are ids of folders. */
  large: string;
  many: string;
  scripts: string;
  /** A file of 100 MB. */
  file: ElementView;
}

const folder = async (client: ApiClient, linkname: string, folderId = 'root'): Promise<string> =>
  (
    await client.call(routes.addElement, {
      body: { url: '/', folderId, obj: { linkname, linktype: 'folder' } },
    })
  ).docs._id;

/** Copies a folder into others, as often as it takes. */
async function copies(client: ApiClient, of: ElementView, into: string, count: number): Promise<void> {
  for (let copy = 0; copy < count; copy += 1) {
    const parent = await folder(client, `copy ${copy}`, into);
    const body = { url: '/', folderId: parent, arr: [of], action: 'copy' as const };
    await client.call(routes.pasteElements, { body });
    await eventually(
      async () => {
        const { docs } = await client.call(routes.listProcesses);
        return docs.length === 0;
      },
      { timeoutMs: 120_000 },
    );
  }
}

const elementOf = async (client: ApiClient, name: string): Promise<ElementView> => {
  const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
  const found = docs.find(({ linkname }) => linkname === name);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
};

/** 45 files of 100 MB (4.5 GB), 66,000 small ones, names in many scripts. */
export async function fillShelf(skyshelf: LaunchedSkyshelf): Promise<ZipShelf> {
  const token = await skyshelf.token('zipper');
  const client = apiClient(skyshelf.url, token, { timeoutMs: 120_000 });
  await eventually(async () => (await client.call(routes.usage)).result.available > 6e9, {
    timeoutMs: 60_000,
  });
  await folder(client, 'Films');
  let file: ElementView | undefined;
  for (const name of ['a.mp4', 'b.mp4', 'c.mp4'])
    file = await uploadFile(client, {
      url: '/Films/',
      name,
      type: 'video/x-raw',
      bytes: randomBytes(FILE_BYTES),
    });
  if (!file) throw new Error('Nothing was uploaded');
  const scripts = await folder(client, 'Names');
  for (const name of names)
    await uploadFile(client, {
      url: '/Names/',
      name,
      type: 'application/octet-stream',
      bytes: Buffer.from(name),
    });
  await folder(client, 'Empty', scripts);
  await folder(client, 'Small');
  await inParallel(SMALL, 8, async (index) => {
    const bytes = randomBytes(1000);
    await uploadFile(client, {
      url: '/Small/',
      name: `${index}.bin`,
      type: 'application/octet-stream',
      bytes,
    });
  });
  const large = await folder(client, 'Large');
  const many = await folder(client, 'Many');
  await copies(client, await elementOf(client, 'Films'), large, 15);
  await copies(client, await elementOf(client, 'Small'), many, 33);
  return { token, client, large, many, scripts, file };
}

/** Lists the content of a folder as the paths of its archive, with sizes. */
export async function treeOf(
  client: ApiClient,
  folderId: string,
  path: string,
): Promise<Map<string, number>> {
  const found = new Map([[path, 0]]);
  const { docs } = await client.call(routes.listFolder, { body: { url: '/', folderId } });
  for (const each of docs) {
    if (each.linktype !== 'folder') found.set(`${path}${each.linkname}`, each.size);
    else
      for (const [below, size] of await treeOf(client, each._id, `${path}${each.linkname}/`))
        found.set(below, size);
  }
  return found;
}
