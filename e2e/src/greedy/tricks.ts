import { randomBytes } from 'node:crypto';
import { routes, type ElementView } from '@skyshelf/contracts';
import { uploadFile, type ApiClient, type RunningSkyshelf } from '@skyshelf/testing';
import { bring } from '../sources/bring.js';

/** It is one of the account's windows. */
export interface Greedy {
  skyshelf: RunningSkyshelf;
  client: ApiClient;
  token: string;
  /** Gives a number from 0 to below 1. */
  random(): number;
  /** A name that was not there before. */
  fresh(extension: string): string;
  /** Files that it converts. */
  photo: Buffer;
  film: Buffer;
}

/** A trick to get more than the account has room for. A refusal is fine. */
export type Trick = (greedy: Greedy) => Promise<unknown>;

const MEBIBYTE = 1024 * 1024;
const octets = 'application/octet-stream';

async function remove(client: ApiClient, elements: readonly Pick<ElementView, '_id'>[]): Promise<void> {
  if (elements.length === 0) return;
  await client.call(routes.deleteElements, { body: { url: '/', arr: elements.map(({ _id }) => _id) } });
}

async function bundlesThatAreDeleted({ client, fresh }: Greedy): Promise<void> {
  const files = Array.from({ length: 10 }, () => ({ name: fresh('bin'), size: 800_000, type: octets }));
  const head = Buffer.from(`${JSON.stringify({ url: '/', files })}\n`);
  const bytes = Buffer.concat([head, randomBytes(800_000 * files.length)]);
  const { docs } = await client.call(routes.sendBundle, { bytes });
  await remove(client, docs.ops);
}

async function uploadsThatAreNeverFinished({ client, fresh }: Greedy): Promise<void> {
  const size = 8 * MEBIBYTE;
  const { docs } = await client.call(routes.startUpload, {
    body: { url: '/', files: [{ name: fresh('bin'), size, type: octets }] },
  });
  const headers = { 'upload-grant': docs[0]?.grant ?? '' };
  await client.call(routes.sendBytes, { bytes: randomBytes(size), headers });
}

async function partsUnderRenewedLeave({ skyshelf, client, fresh, random }: Greedy): Promise<void> {
  const size = (9 + Math.floor(random() * 40)) * MEBIBYTE;
  const { docs } = await client.call(routes.startUpload, {
    body: { url: '/', files: [{ name: fresh('bin'), size, type: octets }] },
  });
  let grant = docs[0]?.grant ?? '';
  for (let round = 0; round < 3; round += 1) {
    ({ grant } = await client.call(routes.renewUpload, { body: { grant } }));
    const { urls, partBytes } = await client.call(routes.startParts, { body: { grant } });
    const next = urls[Math.floor(random() * urls.length)];
    if (!next) return;
    const length = Math.min(partBytes, size - (next.partNumber - 1) * partBytes);
    await fetch(new URL(next.url, skyshelf.url), {
      method: 'PUT',
      body: new Uint8Array(randomBytes(length)),
    });
  }
}

let isEndless = false;

/** Far more than there is room for, one at a time; and what is deleted as soon as it has come. */
async function filesFromElsewhere({ skyshelf, client, token, random }: Greedy): Promise<void> {
  if (random() < 0.3 && !isEndless) {
    isEndless = true;
    await bring(skyshelf, token, 'http://files.example/endless.bin').finally(() => (isEndless = false));
    return;
  }
  await bring(skyshelf, token, 'http://files.example/unknown-length.bin');
  const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
  await remove(
    client,
    docs.filter(({ source }) => source === 'url'),
  );
}

/** A list for each state of the tree: each is another one. */
async function archivesOfEveryState({ client, fresh }: Greedy): Promise<void> {
  const obj = { linkname: fresh('folder'), linktype: 'folder' } as const;
  await client.call(routes.addElement, { body: { url: '/', obj } });
  await client.send(routes.download, { query: { folder: 'root' } });
}

/** Made, shown while it is made, and deleted in the meantime. */
async function filesThatAreConverted({ client, fresh, random, photo, film }: Greedy): Promise<void> {
  const [name, type, bytes] = (
    [
      [fresh('png'), 'image/png', photo],
      [fresh('rtf'), 'application/rtf', Buffer.from(`{\\rtf1 ${randomBytes(500).toString('hex')}}`)],
      [fresh('mkv'), 'video/x-matroska', film],
    ] as const
  )[Math.floor(random() * 3)] ?? ['', '', photo];
  const element = await uploadFile(client, { name, type, bytes });
  const body = { id: element._id, linkurl: element.linkurl ?? '' };
  if (type === 'application/rtf') await client.send(routes.convertDocument, { body });
  if (type === 'video/x-matroska') await client.send(routes.convertVideo, { body });
  if (random() < 0.7) await remove(client, [element]);
}

export const tricks: Readonly<Record<string, Trick>> = {
  bundlesThatAreDeleted,
  uploadsThatAreNeverFinished,
  partsUnderRenewedLeave,
  filesFromElsewhere,
  archivesOfEveryState,
  filesThatAreConverted,
};
