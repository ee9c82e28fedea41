import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@skyshelf/contracts';
import type { ApiClient } from '@skyshelf/testing';
import { request } from 'undici';

export interface SlowUpload {
  /**
   * Resolves with the element's address and the hash of what was sent, when `finish` was called and
   * everything has arrived.
   */
  done: Promise<{ linkurl: string; sha256: string }>;
  /** Lets the last part go. */
  finish(): void;
}

/** Begins an upload in parts that stays open until it is told to finish. Nothing is sent twice. */
export function uploadSlowly(
  baseUrl: string,
  client: ApiClient,
  name: string,
  bytes = 20_000_000,
): SlowUpload {
  const content = randomBytes(bytes);
  const gate = Promise.withResolvers<void>();
  return { done: send(baseUrl, client, name, content, gate.promise), finish: () => gate.resolve() };
}

async function send(baseUrl: string, client: ApiClient, name: string, content: Buffer, last: Promise<void>) {
  const files = [{ name, size: content.length, type: 'application/octet-stream' }];
  const started = await client.call(routes.startUpload, { body: { url: '/', files } });
  const leave = started.docs[0];
  if (!leave) throw new Error(`${name} may not be uploaded`);
  const state = await client.call(routes.startParts, { body: { grant: leave.grant } });
  const parts: { partNumber: number; etag: string }[] = [];
  for (const { partNumber, url } of state.urls) {
    if (partNumber === state.urls.length) await last;
    else await pause(500);
    const from = (partNumber - 1) * state.partBytes;
    const body = content.subarray(from, from + state.partBytes);
    const answer = await request(new URL(url, baseUrl), { method: 'PUT', body });
    if (answer.statusCode !== 200) throw new Error(`part ${partNumber}: status ${answer.statusCode}`);
    await answer.body.dump();
    parts.push({ partNumber, etag: String(answer.headers.etag) });
  }
  const { receipt } = await client.call(routes.completeParts, {
    params: { uploadId: state.uploadId },
    body: { parts },
  });
  const admitted = await client.call(routes.admitUploads, { body: { url: '/', files: [{ receipt }] } });
  const [element] = admitted.docs.ops;
  if (!element?.linkurl) throw new Error(`${name} was not admitted`);
  return { linkurl: element.linkurl, sha256: createHash('sha256').update(content).digest('hex') };
}
