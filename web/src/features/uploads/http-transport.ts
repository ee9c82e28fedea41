import { limits, type FinishedUpload } from '@skyshelf/contracts/browser';
import { elementName } from '@skyshelf/contracts/rules';
import {
  ApiFailure,
  asksForLogin,
  retryAfterMs,
  toApiError,
  type ApiError,
} from '../../shared/api/api-error.js';
import { newKey } from '../../shared/api/idempotency-key.js';
import { callApi } from '../../shared/api/call-api.js';
import { currentSession } from '../../shared/session/current-session.js';
import { forceRelogin } from '../../shared/session/relogin.js';
import type { TargetFolder } from '../../shared/api/target-folder.js';
import { bringFile } from './remote/bring-file.js';
import { noteOperations } from './undoable-uploads.js';
import type { AdmitAnswer, Sending, UploadTransport } from './upload-port.js';
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

/** Refused by Skyshelf itself. Without a session no upload gets anywhere. */
const refusedHere = (status: number, body: unknown): ApiError => {
  if (asksForLogin(body) || status === 401) forceRelogin();
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
      const error = refused(request.status, body);
      reject(new ApiFailure({ ...error, ...retryAfterMs(request.getResponseHeader('retry-after')) }));
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

interface PutHere {
  traceparent: string | undefined;
  sending: Sending;
  headers?: Record<string, string>;
}

/** PUTs bytes to Skyshelf itself. */
async function putHere(
  call: 'sendBytes' | 'sendBundle',
  bytes: Blob,
  key: string,
  { traceparent, sending, headers: further }: PutHere,
): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${currentSession()?.accessToken ?? ''}`,
    'idempotency-key': key,
    'content-type': 'application/octet-stream',
    ...(traceparent && { traceparent }),
    ...further,
  };
  return (await put({ url: addressOf(call), bytes, headers, refused: refusedHere, ...sending })).body;
}

/** Asks leave; without a session there is none. */
const askLeave: typeof callApi = async (name, input, options) => {
  try {
    return await callApi(name, input, { ...options, tries: 6, isPatient: true });
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.error.status === 401) forceRelogin();
    throw failure;
  }
};

const makeFolder = async (
  parent: TargetFolder,
  linkname: string,
  idempotencyKey: string,
  traceparent: string | undefined,
): Promise<Awaited<ReturnType<UploadTransport['makeFolder']>>> => {
  const obj = { linkname, linktype: 'folder' };
  const patient = { traceparent, tries: 6, isPatient: true };
  try {
    const input = { body: { ...parent, obj }, idempotencyKey };
    const { docs, operation } = await callApi('addElement', input, patient);
    noteOperations([docs], [operation]);
    return { folder: { url: `${parent.url}${docs.linkname}/`, folderId: docs._id }, made: docs };
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.error.code !== 'name.exists') throw failure;
    const name = elementName(linkname).value ?? linkname;
    const url = `${parent.url}${name}/`;
    const { folderId } = await callApi('listFolder', { body: { url } }, patient);
    return { folder: { url, folderId }, made: null };
  }
};

const noted = (answer: AdmitAnswer): AdmitAnswer => {
  noteOperations(answer.docs.ops, answer.operations);
  return answer;
};

const transportWithin = (traceparent: string | undefined): UploadTransport => ({
  within: transportWithin,

  makeFolder: (parent, name, idempotencyKey) => makeFolder(parent, name, idempotencyKey, traceparent),

  start: (targetFolder, files, idempotencyKey, conflict) =>
    askLeave(
      'startUpload',
      { body: { ...targetFolder, files, ...(conflict && { conflict }) }, idempotencyKey },
      { traceparent },
    ),

  unfinished: async () => (await callApi('listUploads', {}, { traceparent, tries: 2 })).uploads,

  renew: (grant) =>
    callApi('renewUpload', { body: { grant }, idempotencyKey: newKey() }, { traceparent, tries: 3 }),

  sendBundle: async (bundle, key, sending) =>
    noted((await putHere('sendBundle', bundle, key, { traceparent, sending })) as AdmitAnswer),

  sendBytes: async (grant, bytes, key, sending) =>
    (await putHere('sendBytes', bytes, key, {
      traceparent,
      sending,
      headers: { 'upload-grant': grant },
    })) as FinishedUpload,

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

  bring: bringFile,

  admit: async (targetFolder, receipts, idempotencyKey) =>
    noted(
      await callApi(
        'admitUploads',
        { body: { ...targetFolder, files: receipts.map((receipt) => ({ receipt })) }, idempotencyKey },
        { traceparent, tries: 8, isPatient: true },
      ),
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
