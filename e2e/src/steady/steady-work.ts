import { randomBytes } from 'node:crypto';
import { filePath, routes, type ElementView } from '@skyshelf/contracts';
import { apiClient, eventually, uploadFile, type ApiClient, type RunningSkyshelf } from '@skyshelf/testing';
import { listen } from '../live-stream.js';
import { sampleImage } from '../sample-image.js';
import { bring } from '../sources/bring.js';

const MEBIBYTE = 1024 * 1024;

/**
 * Does a user's day, from sign-in to sign-out; afterwards the drive is as empty as before. No page claims imports from
 * an address, so they arrive up to 20 s later and are removed on that user's next day.
 */
export async function oneDay(skyshelf: RunningSkyshelf, name: string, round: number): Promise<void> {
  const token = await skyshelf.token(name);
  const client = apiClient(skyshelf.url, token);
  const live = await listen(skyshelf.url, token);
  try {
    await client.call(routes.setReadCookie, { body: { token } });
    for (const path of ['/allfiles/', '/api/installation', '/api/auth/providers', '/health'])
      await fetch(`${skyshelf.url}${path}`).then((answer) => answer.arrayBuffer());
    await visit(client);
    const folder = { linkname: 'Holidays', linktype: 'folder' } as const;
    await client.call(routes.addElement, { body: { url: '/', obj: folder } });
    const link = { linkname: 'A site', linktype: 'website', linkurl: 'https://example.org/' } as const;
    await client.call(routes.addElement, { body: { url: '/', obj: link } });
    const files = await upload(client, round);
    await useThem(client, files);
    if (round % 3 === 0) {
      // What this user's day before has left may be there still.
      const name = `holiday-${round}.bin`;
      const refusal = await bring(skyshelf, token, 'http://files.example/holiday.bin', name);
      if (refusal) throw new Error(refusal);
    }
    await live.until((rings) => rings > 3);
    await removeAll(client);
  } finally {
    live.close();
    await client.call(routes.logOut, { body: {} }).catch(() => undefined);
    client.close();
  }
}

async function visit(client: ApiClient): Promise<void> {
  await client.call(routes.userInfo);
  await client.call(routes.usage, { body: {} });
  await client.call(routes.readSettings);
  await client.call(routes.listSources);
  await client.call(routes.listJobs);
  await client.call(routes.listNews, { body: {} });
  await client.call(routes.listFolder, { body: { url: '/' } });
}

async function upload(client: ApiClient, round: number): Promise<ElementView[]> {
  const url = '/Holidays/';
  const bytes = await sampleImage(640, 480, 'jpeg');
  const photo = await uploadFile(client, { url, name: 'photo.jpg', type: 'image/jpeg', bytes });
  const text = await uploadFile(client, {
    url,
    name: 'notes.md',
    type: 'text/markdown',
    bytes: randomBytes(300),
  });
  if (round % 5 === 0) {
    const large = randomBytes(9 * MEBIBYTE);
    await uploadFile(client, { url, name: 'large.bin', type: 'application/octet-stream', bytes: large });
  }
  const tile = async () => {
    const { docs } = await client.call(routes.listFolder, { body: { url } });
    return docs.find(({ _id, thumbnailImage }) => _id === photo._id && thumbnailImage !== null) ?? false;
  };
  return [await eventually(tile, { timeoutMs: 120_000 }), text];
}

async function useThem(client: ApiClient, files: readonly ElementView[]): Promise<void> {
  const [photo, text] = files;
  if (!photo || !text) return;
  for (const address of [photo.linkurl, text.linkurl, photo.thumbnailImage]) await read(client, address);
  const url = '/Holidays/';
  await client.call(routes.editElement, {
    body: { url, id: photo._id, obj: { linkname: 'sea.jpg', linktag: ['sea'] } },
  });
  await client.call(routes.searchElements, { body: { text: 'sea' } });
  await client.call(routes.listTags);
  await client.call(routes.countOpening, { body: { _id: photo._id } });
  await client.send(routes.download, { query: { key0: photo.linkurl ?? '', key1: text.linkurl ?? '' } });
  const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
  const folder = docs.find(({ linktype }) => linktype === 'folder');
  await client.send(routes.download, { query: { folder: folder?._id ?? '' } });
  await client.call(routes.pasteElements, { body: { url: '/', arr: [{ _id: photo._id }], action: 'copy' } });
}

async function read(client: ApiClient, address: string | null | undefined): Promise<void> {
  const [, , , blobId = '', name = ''] = filePath(address ?? '').split('/');
  await client.send(routes.readFile, {
    params: { blobId: decodeURIComponent(blobId), name: decodeURIComponent(name) },
  });
}

async function removeAll(client: ApiClient): Promise<void> {
  const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
  await client.call(routes.deleteElements, { body: { url: '/', arr: docs.map(({ _id }) => _id) } });
}
