import { limits } from '@skyshelf/contracts/browser';
import {
  type ApiError,
  ApiFailure,
  asksForLogin,
  retryAfterMs,
  toApiError,
} from '../../shared/api/api-error.js';
import { isAnswer, notUnderstood } from '../../shared/api/check-answer.js';
import { callApi } from '../../shared/api/call-api.js';
import { currentSession, forceRelogin } from '../../shared/session/current-session.js';
import { below } from '../../shared/session/visit.js';
import { importRemoteFile } from './remote/import-remote-file.js';
import type { Put, UploadTransport } from './upload-port.js';
import { addressOf } from '../../shared/api/call-input.js';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

/** Asks for a log-in when the session is over, because no upload works without one. */
const refusedHere = (status: number, body: unknown): ApiError => {
  if (asksForLogin(body) || status === 401) forceRelogin();
  return toApiError(status, body);
};

/**
 * An object store's refusals mostly end with a fresh address: expired (403), clocks differ, damaged bytes.
 * Skyshelf itself says whether the upload is over.
 */
const refusedByStore = (status: number): ApiError => ({
  status: 503,
  code: 'unreadable',
  message: `The store of files answered ${status}.`,
});

/** Expired, or the upload is over, which asking for a fresh address tells. */
const refusedAtAddress = (status: number, body: unknown): ApiError => {
  const error = refusedHere(status, body);
  return error.code === 'upload.bad-grant' ? { ...error, status: 503 } : error;
};

/** A store of another origin gets neither token, cookies nor trace. */
function requestOf({ to, headers, traceparent }: Put) {
  const address = typeof to === 'string' ? addressOf(to) : to.part;
  const url = address.startsWith('/') ? below(address) : address;
  if (new URL(url, location.href).origin !== location.origin)
    return { url, headers, refused: refusedByStore };
  const traced = { ...headers, ...(traceparent && { traceparent }) };
  if (typeof to !== 'string') return { url, headers: traced, refused: refusedAtAddress };
  const session = currentSession();
  const authorization = session && { authorization: `Bearer ${session.accessToken}` };
  return { url, headers: { ...traced, ...authorization }, refused: refusedHere };
}

/** XMLHttpRequest: fetch has no upload progress. */
const put: UploadTransport['put'] = (sending) =>
  new Promise((resolve, reject) => {
    const { bytes, signal, onProgress } = sending;
    signal.throwIfAborted();
    const { url, headers, refused } = requestOf(sending);
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    signal.addEventListener('abort', stop, { once: true });
    request.open('PUT', url);
    request.setRequestHeader('content-type', 'application/octet-stream');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(Math.min(loaded, bytes.size)));
    request.addEventListener('load', () => {
      const body = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300) {
        if (typeof sending.to === 'string' && !isAnswer(sending.to, body))
          return reject(notUnderstood(request.status));
        return resolve({ body, etag: request.getResponseHeader('etag') });
      }
      const error = refused(request.status, body);
      reject(new ApiFailure({ ...error, ...retryAfterMs(request.getResponseHeader('retry-after')) }));
    });
    const unreachable = { status: 0, code: 'offline', message: 'The server cannot be reached.' } as const;
    request.addEventListener('error', () => reject(new ApiFailure(unreachable)));
    request.addEventListener('abort', () => reject(signal.reason as Error));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    request.send(bytes);
  });

const call: typeof callApi = async (name, input, options) => {
  try {
    return await callApi(name, input, options);
  } catch (failure) {
    const isRefused = failure instanceof ApiFailure && failure.error.status === 401;
    if (isRefused && name === 'startUpload') forceRelogin();
    throw failure;
  }
};

/** Reaches the server as the contracts say. */
export const httpTransport: UploadTransport = { call, put, bring: importRemoteFile };

/** HTTP/1.1 allows six connections to a host: one is for the live stream, one for the page. */
const CONNECTIONS_FOR_BYTES = 4;

export const byteRequestsAtOnce = (): number => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.nextHopProtocol === 'http/1.1' ? CONNECTIONS_FOR_BYTES : limits.parallelUploads * 3;
};
