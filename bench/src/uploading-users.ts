import { randomBytes, randomUUID } from 'node:crypto';
import { limits, routes } from '@skyshelf/contracts';
import { apiClient, type ApiClient, type LaunchedSkyshelf } from '@skyshelf/testing';
import { inParallel, load } from './load.js';

/** The size of each file. */
export const UPLOAD_BYTES = 8 * 1024;

/** Users who bring in small files at one installation, as the browser sends them: batches of ten, five at a time. */
export interface UploadingUsers {
  /** Keeps all of them busy for so long; answers files a second. */
  turn(milliseconds: number): Promise<number>;
  close(): void;
}

export async function uploadingUsers(
  skyshelf: LaunchedSkyshelf,
  users: number,
  send: (client: ApiClient) => Promise<number> = uploadBatch,
): Promise<UploadingUsers> {
  const clients: ApiClient[] = [];
  for (let user = 0; user < users; user += 1)
    clients.push(apiClient(skyshelf.url, await skyshelf.token(`uploader-${user}`), { connections: 8 }));
  return {
    async turn(durationMs) {
      const call = async (worker: number) => send(clients[worker] ?? missing());
      return (await load(users, durationMs, call)).perSecond;
    },
    close() {
      for (const client of clients) client.close();
    },
  };
}

function missing(): never {
  throw new Error('more workers than users');
}

const newFiles = () =>
  Array.from({ length: limits.maxFilesPerBatch }, () => ({
    name: `${randomUUID()}.bin`,
    size: UPLOAD_BYTES,
    type: 'application/octet-stream',
  }));

/** @returns how many files it brought in */
async function uploadBatch(client: ApiClient): Promise<number> {
  const files = newFiles();
  const { docs } = await client.call(routes.startUpload, { body: { url: '/', files } });
  const receipts: string[] = [];
  await inParallel(docs.length, limits.parallelUploads, async (index) => {
    const headers = { 'upload-grant': docs[index]?.grant ?? '' };
    receipts[index] = (
      await client.call(routes.sendBytes, { bytes: randomBytes(UPLOAD_BYTES), headers })
    ).receipt;
  });
  const admitted = await client.call(routes.admitUploads, {
    body: { url: '/', files: receipts.map((receipt) => ({ receipt })) },
  });
  if (admitted.docs.ops.length !== files.length)
    throw new Error(`only ${admitted.docs.ops.length} files were admitted`);
  return files.length;
}

/** Sends files like the browser sends those of up to 256 KiB: ten in a call. @returns how many files it brought in */
export async function uploadBundle(client: ApiClient): Promise<number> {
  const files = newFiles();
  const head = Buffer.from(`${JSON.stringify({ url: '/', files })}\n`);
  const bytes = Buffer.concat([head, randomBytes(UPLOAD_BYTES * files.length)]);
  const { docs } = await client.call(routes.sendBundle, { bytes });
  if (docs.ops.length !== files.length) throw new Error(`only ${docs.ops.length} files were admitted`);
  return files.length;
}
