import { createHash } from 'node:crypto';
import type { Known, Actor } from './elements.js';
import { Intention, succeeded, type Outcome } from './persistent-command.js';

/** A file that a user has in hand. */
export interface FileInHand {
  name: string;
  type: string;
  bytes: Uint8Array;
  image: boolean;
}

interface Leave {
  grant: string;
  how: 'single' | 'parts';
}

/** An upload ended with a receipt, or with the answer to its last step. */
type Sent = { receipt: string; attempts: number } | { failed: Outcome };

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Uploads a file as the page does: leave, bytes (in parts above 8 MiB), admission. Null when it is not known
 * to be there. `forsaken`: the tab is gone before the admission.
 */
export async function upload(
  actor: Actor,
  folderId: string,
  file: FileInHand,
  forsaken = false,
): Promise<Known | null> {
  const { name, type, bytes, image } = file;
  const hash = sha256(bytes);
  const intention = new Intention(actor.person, actor.random, {
    worker: actor.worker,
    op: 'upload',
    payload: { folderId, name, sha256: hash, size: bytes.length, image, ...(forsaken && { forsaken }) },
    hashed: { folderId, name, type, hash },
  });
  const sent = await sendBytes(intention, folderId, file);
  if ('failed' in sent) return (intention.failed(sent.failed), null);
  if (forsaken) return (intention.failed({ answer: null, attempts: sent.attempts }), null);
  return admit(intention, folderId, { receipt: sent.receipt, hash });
}

/** The last step: makes an element of bytes that have come. Null when it is not known to be there. */
export async function admit(
  intention: Intention,
  folderId: string,
  { receipt, hash }: { receipt: string; hash: string },
): Promise<Known | null> {
  const admitted = await intention.carryOut({
    request: {
      method: 'POST',
      path: '/api/upload/file/',
      key: `${intention.key}-admit`,
      json: { url: '/', folderId, files: [{ receipt }] },
    },
  });
  const { docs } = (admitted.answer?.json ?? {}) as {
    docs?: { ops: { _id: string; linkname: string; linkurl: string }[] };
  };
  const [element] = docs?.ops ?? [];
  if (!succeeded(admitted) || !element) return (intention.failed(admitted), null);
  const { _id: id, linkname, linkurl } = element;
  intention.ok(admitted, { id, name: linkname, linkurl });
  return { id, name: linkname, linkurl, sha256: hash };
}

async function sendBytes(
  intention: Intention,
  folderId: string,
  { name, type, bytes }: FileInHand,
): Promise<Sent> {
  const started = await intention.carryOut({
    request: {
      method: 'POST',
      path: '/api/upload/start',
      key: `${intention.key}-start`,
      json: { url: '/', folderId, files: [{ name, size: bytes.length, type }] },
    },
  });
  const [leave] = ((started.answer?.json ?? {}) as { docs?: Leave[] }).docs ?? [];
  if (!succeeded(started) || !leave) return { failed: started };
  return leave.how === 'single' ? sendWhole(intention, leave, bytes) : sendParts(intention, leave, bytes);
}

async function sendWhole(intention: Intention, { grant }: Leave, bytes: Uint8Array): Promise<Sent> {
  const request = {
    method: 'PUT' as const,
    path: '/api/upload/bytes',
    key: `${intention.key}-bytes`,
    bytes,
    headers: { 'upload-grant': grant },
  };
  return receiptOf(await untilWhole(() => intention.carryOut({ request })));
}

interface PartsState {
  uploadId: string;
  partBytes: number;
  received: { partNumber: number; etag: string }[];
  urls: { partNumber: number; url: string }[];
}

/** Goes on with what is missing until everything is there, as the page does after a cut. */
async function sendParts(intention: Intention, leave: Leave, bytes: Uint8Array): Promise<Sent> {
  let { grant } = leave;
  let isSentAgain = false;
  for (let round = 1; ; round += 1) {
    const renewed = await renewedGrant(intention, grant, round);
    if ('failed' in renewed) return renewed;
    grant = renewed.grant;
    const opened = await intention.carryOut({
      request: { method: 'POST', path: '/api/upload/parts', key: `${intention.key}-parts`, json: { grant } },
    });
    if (!succeeded(opened)) return { failed: opened };
    const state = opened.answer?.json as PartsState;
    const parts = [...state.received.map(({ partNumber, etag }) => ({ partNumber, etag }))];
    for (const { partNumber, url } of state.urls) {
      const etag = await sendPart(intention, url, bytes, partNumber, state.partBytes);
      if (etag !== null) parts.push({ partNumber, etag });
    }
    if (parts.length < Math.ceil(bytes.length / state.partBytes)) {
      if (round === 20) return { failed: { answer: null, attempts: round } };
      continue;
    }
    parts.sort((left, right) => left.partNumber - right.partNumber);
    const request = {
      method: 'POST' as const,
      path: `/api/upload/parts/${state.uploadId}/complete`,
      key: `${intention.key}-complete`,
      json: { parts },
    };
    const completed = await untilWhole(() => intention.carryOut({ request }));
    // Once: a store that is killed while it joins forgets the upload.
    if (isIncomplete(completed) && !isSentAgain) {
      isSentAgain = true;
      continue;
    }
    return receiptOf(completed);
  }
}

/**
 * Renews the grant as a page does that goes on with an upload of another day: each round begins with a fresh grant for
 * the old one.
 */
async function renewedGrant(
  intention: Intention,
  grant: string,
  round: number,
): Promise<{ grant: string } | { failed: Outcome }> {
  const renewed = await intention.carryOut({
    request: {
      method: 'POST',
      path: '/api/upload/renew',
      key: `${intention.key}-renew-${round}`,
      json: { grant },
    },
  });
  const { grant: fresh } = (renewed.answer?.json ?? {}) as { grant?: string };
  return succeeded(renewed) && fresh ? { grant: fresh } : { failed: renewed };
}

async function sendPart(
  intention: Intention,
  url: string,
  bytes: Uint8Array,
  partNumber: number,
  partBytes: number,
): Promise<string | null> {
  const from = (partNumber - 1) * partBytes;
  const request = {
    method: 'PUT' as const,
    path: url,
    bytes: bytes.subarray(from, from + partBytes),
    token: '',
  };
  const { answer } = await intention.carryOut({ request, timeoutMs: 5_000 });
  if (answer === null || answer.status >= 300) return null;
  const { etag } = (answer.json ?? {}) as { etag?: string };
  return etag ?? String(answer.headers.etag ?? '').replaceAll('"', '');
}

function receiptOf(sent: Outcome): Sent {
  const { receipt } = (sent.answer?.json ?? {}) as { receipt?: string };
  return succeeded(sent) && receipt ? { receipt, attempts: sent.attempts } : { failed: sent };
}

/** Bytes that a cut on the way left incomplete are sent again. */
export async function untilWhole(send: () => Promise<Outcome>): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send();
    if (!isIncomplete(outcome) || attempt === 10) return outcome;
  }
}

function isIncomplete({ answer }: Outcome): boolean {
  const { error } = (answer?.json ?? {}) as { error?: { code?: string } };
  return error?.code === 'upload.incomplete';
}
