import { randomBytes } from 'node:crypto';
import { limits, routes, type ElementView } from '@skyshelf/contracts';
import type { PartInfo, S3Store } from '@skyshelf/object-store';
import type { ApiClient } from '@skyshelf/testing';

/** The largest file there may be, bytes. */
export const SIZE = limits.maxUploadBytes;
/** The page uses as many. */
const LANES = 3;

type Part = Pick<PartInfo, 'partNumber' | 'etag'>;

/** Through the product: leave, addresses, parts straight into the store, joining, admission. */
export async function uploadByParts(
  client: ApiClient,
  part: Uint8Array<ArrayBuffer>,
  name: string,
): Promise<ElementView> {
  const place = { url: '/' };
  const file = { name, size: SIZE, type: 'application/octet-stream' };
  const started = await client.call(routes.startUpload, { body: { ...place, files: [file] } });
  const [leave] = started.docs;
  if (!leave) throw new Error(`No leave: ${JSON.stringify(started.warnings)}`);
  const state = await client.call(routes.startParts, { body: { grant: leave.grant } });
  const parts = await sendAll(state.urls, part);
  const params = { uploadId: state.uploadId };
  const { receipt } = await client.call(routes.completeParts, { params, body: { parts } });
  const { docs } = await client.call(routes.admitUploads, { body: { ...place, files: [{ receipt }] } });
  const [element] = docs.ops;
  if (!element) throw new Error('The file was not admitted');
  return element;
}

/** Uses the S3 API alone. @returns the key */
export async function putByParts(store: S3Store, part: Uint8Array<ArrayBuffer>): Promise<string> {
  const key = `raw-${randomBytes(8).toString('hex')}`;
  const id = await store.createMultipart(key);
  const numbers = Array.from({ length: Math.ceil(SIZE / limits.partBytes) }, (_, index) => index + 1);
  const urls = await Promise.all(
    numbers.map(async (partNumber) => ({
      partNumber,
      url: (await store.presignPart(key, id, partNumber, limits.partUrlMs)) ?? '',
    })),
  );
  await store.completeMultipart(key, id, await sendAll(urls, part));
  return key;
}

/** PUTs each part at its address, a few at a time. */
async function sendAll(
  urls: readonly { partNumber: number; url: string }[],
  part: Uint8Array<ArrayBuffer>,
): Promise<Part[]> {
  const waiting = [...urls];
  const sent: Part[] = [];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const size = Math.min(limits.partBytes, SIZE - (next.partNumber - 1) * limits.partBytes);
      const answer = await fetch(next.url, {
        method: 'PUT',
        body: part.subarray(0, size),
      });
      if (!answer.ok) throw new Error(`Part ${next.partNumber}: ${answer.status} ${await answer.text()}`);
      sent.push({ partNumber: next.partNumber, etag: answer.headers.get('etag') ?? '' });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return sent
    .map(({ partNumber, etag }) => ({ partNumber, etag: etag.replaceAll('"', '') }))
    .sort((a, b) => a.partNumber - b.partNumber);
}
