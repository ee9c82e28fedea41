import { limits, type FinishedUpload } from '@skyshelf/contracts/browser';
import { ApiFailure, asksForLogin, toApiError, type ApiError } from '../../shared/api/api-error.js';
import { callApi } from '../../shared/api/call-api.js';
import { currentSession } from '../../shared/session/current-session.js';
import { forceRelogin } from '../../shared/session/relogin.js';
import type { Sending, UploadTransport } from './upload-port.js';
import { addressOf } from '../../shared/api/address-of.js';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

interface Put extends Sending {
  url: string;
  bytes: Blob;
  headers: Record<string, string>;
  refused: (status: number, body: unknown) => ApiError;
}

/** Refused by Skyshelf itself. */
const refusedHere = (status: number, body: unknown): ApiError => {
  if (asksForLogin(body)) forceRelogin();
  return toApiError(status, body);
};

/**
 * Refused by an object store on another origin. It knows nothing of our errors, and most of its refusals are over with a fresh address: this one ran
 * out (403), its clock differs, bytes were damaged on the way. Whether the upload still is, Skyshelf says when it is asked for the address.
 */
const refusedByStore = (status: number): ApiError => ({
  status: 503,
  code: 'unreadable',
  message: `The store of files answered ${status}.`,
});

/** Refused at an address of our own: it ran out, which a fresh one repairs, or the upload is over, which we hear when we ask for that. */
const refusedAtAddress = (status: number, body: unknown): ApiError => {
  const error = refusedHere(status, body);
  return error.code === 'upload.bad-grant' ? { ...error, status: 503 } : error;
};

/** PUTs bytes. XMLHttpRequest, because fetch can't tell how much of a body has left. */
const put = ({
  url,
  bytes,
  headers,
  refused,
  signal,
  onProgress,
}: Put): Promise<{ body: unknown; etag: string | null }> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    signal.addEventListener('abort', stop, { once: true });
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(Math.min(loaded, bytes.size)));
    request.addEventListener('load', () => {
      const body = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300)
        return resolve({ body, etag: request.getResponseHeader('etag') });
      reject(new ApiFailure(refused(request.status, body)));
    });
    const unreachable = { status: 0, code: 'offline', message: 'The server cannot be reached.' } as const;
    request.addEventListener('error', () => reject(new ApiFailure(unreachable)));
    request.addEventListener('abort', () => reject(signal.reason as Error));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    request.send(bytes);
  });

async function sendPart(
  url: string,
  bytes: Blob,
  sending: Sending,
  traceparent: string | undefined,
): Promise<{ etag: string }> {
  // To a store on another origin go neither token nor cookies: the address itself is the permission.
  const elsewhere = new URL(url, location.href).origin !== location.origin;
  const { body, etag } = await put({
    url,
    bytes,
    headers: {
      'content-type': 'application/octet-stream',
      ...(traceparent && !elsewhere && { traceparent }),
    },
    refused: elsewhere ? refusedByStore : refusedAtAddress,
    ...sending,
  });
  const answered = (body as { etag?: unknown } | null)?.etag;
  const value = typeof answered === 'string' ? answered : etag?.replaceAll('"', '');
  if (!value)
    throw new ApiFailure({ status: 502, code: 'unreadable', message: 'The store did not confirm a part.' });
  return { etag: value };
}

const transportWithin = (traceparent: string | undefined): UploadTransport => ({
  within: transportWithin,

  start: (targetFolder, files, idempotencyKey) =>
    callApi('startUpload', { body: { ...targetFolder, files }, idempotencyKey }, { traceparent, tries: 6 }),

  async sendBytes(grant, bytes, key, sending) {
    const headers = {
      authorization: `Bearer ${currentSession()?.accessToken ?? ''}`,
      'upload-grant': grant,
      'idempotency-key': key,
      'content-type': 'application/octet-stream',
      ...(traceparent && { traceparent }),
    };
    const { body } = await put({
      url: addressOf('sendBytes'),
      bytes,
      headers,
      refused: refusedHere,
      ...sending,
    });
    return body as FinishedUpload;
  },

  openParts: (grant, confirmed, idempotencyKey, signal) =>
    callApi('startParts', { body: { grant, confirmed }, idempotencyKey }, { traceparent, signal, tries: 1 }),

  sendPart: (url, bytes, sending) => sendPart(url, bytes, sending, traceparent),

  completeParts: (uploadId, parts, idempotencyKey, signal) =>
    callApi(
      'completeParts',
      { params: { uploadId }, body: { parts }, idempotencyKey },
      { traceparent, signal, tries: 1 },
    ),

  abortParts: (uploadId, idempotencyKey) =>
    callApi('abortParts', { params: { uploadId }, idempotencyKey }, { traceparent, tries: 3 }),

  admit: (targetFolder, receipts, idempotencyKey) =>
    callApi(
      'admitUploads',
      { body: { ...targetFolder, files: receipts.map((receipt) => ({ receipt })) }, idempotencyKey },
      { traceparent, tries: 8 },
    ),
});

/** Reaches the server as the contracts say. */
export const httpTransport: UploadTransport = transportWithin(undefined);

/** Over HTTP/1.1 a browser has six connections to a host: one is the live stream, one is left for the page itself. */
const CONNECTIONS_FOR_BYTES = 4;

/** How many requests may carry bytes at the same time on the connection this page came by. */
export const byteRequestsAtOnce = (): number => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.nextHopProtocol === 'http/1.1' ? CONNECTIONS_FOR_BYTES : limits.parallelUploads * 3;
};
