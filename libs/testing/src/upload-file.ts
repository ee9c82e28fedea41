import { filePath, routes, type ElementView } from '@skyshelf/contracts';
import { RefusedCall, type ApiClient } from './api-client.js';

export interface FileToUpload {
  /** The path of the folder, `/` for the root. */
  url?: string;
  name: string;
  type: string;
  bytes: Buffer;
  /** Default: a taken name is refused. */
  conflict?: 'number' | 'replace';
}

/**
 * Uploads one file as the browser does: start, bytes (in parts above 8 MiB), admission.
 * @throws {RefusedCall} also when the file is refused by a warning
 */
export async function uploadFile(client: ApiClient, file: FileToUpload): Promise<ElementView> {
  const url = file.url ?? '/';
  const started = await client.call(routes.startUpload, {
    body: {
      url,
      files: [{ name: file.name, size: file.bytes.length, type: file.type }],
      ...(file.conflict && { conflict: file.conflict }),
    },
  });
  const [leave] = started.docs;
  if (!leave) throw new RefusedCall(400, { error: started.warnings[0] ?? {} }, 'upload start');
  const receipt =
    leave.how === 'single'
      ? await sendWhole(client, leave.grant, file.bytes)
      : await sendParts(client, leave.grant, file.bytes);
  const admitted = await client.call(routes.admitUploads, {
    body: { url, files: [{ receipt }] },
    key: `admit-${leave.uploadId}`,
  });
  const [element] = admitted.docs.ops;
  if (!element) throw new RefusedCall(400, { error: admitted.warnings[0] ?? {} }, 'admission');
  return element;
}

async function sendWhole(client: ApiClient, grant: string, bytes: Buffer): Promise<string> {
  const sent = await client.call(routes.sendBytes, { bytes, headers: { 'upload-grant': grant } });
  return sent.receipt;
}

async function sendParts(client: ApiClient, grant: string, bytes: Buffer): Promise<string> {
  const state = await client.call(routes.startParts, { body: { grant } });
  const parts = [];
  for (const { partNumber, url } of state.urls) {
    const from = (partNumber - 1) * state.partBytes;
    const part = bytes.subarray(from, from + state.partBytes);
    const etag = /^https?:/.test(url)
      ? await sendToStore(url, part)
      : await sendHere(client, { uploadId: state.uploadId, partNumber, url }, part);
    parts.push({ partNumber, etag });
  }
  const sent = await client.call(routes.completeParts, {
    params: { uploadId: state.uploadId },
    body: { parts },
  });
  return sent.receipt;
}

async function sendHere(
  client: ApiClient,
  { uploadId, partNumber, url }: { uploadId: string; partNumber: number; url: string },
  bytes: Buffer,
): Promise<string> {
  const query = Object.fromEntries(new URL(url, 'http://any').searchParams);
  return (await client.call(routes.sendPart, { params: { uploadId, partNumber }, query, bytes })).etag;
}

/** Directly to the object store, which knows nothing of tokens: the address is the leave. */
async function sendToStore(url: string, bytes: Buffer): Promise<string> {
  const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
  if (!answer.ok) throw new Error(`The object store answered ${answer.status}: ${await answer.text()}`);
  return (answer.headers.get('etag') ?? '').replaceAll('"', '');
}

/** The bytes of a file, as who has its address reads them. @throws {Error} when they are not given */
export async function readFile(client: ApiClient, linkurl: string | null | undefined): Promise<Buffer> {
  const [, , , blobId = '', name = ''] = filePath(linkurl ?? '').split('/');
  const params = { blobId: decodeURIComponent(blobId), name: decodeURIComponent(name) };
  const { status, bytes } = await client.send(routes.readFile, { params });
  if (status !== 200) throw new Error(`${linkurl}: ${status}`);
  return bytes;
}
