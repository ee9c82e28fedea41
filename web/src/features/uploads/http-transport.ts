import { limits } from '@skyshelf/contracts/browser';
import {
  ApiFailure,
  asksForLogin,
  retryAfterMs,
  toApiError,
  type ApiError,
} from '../../shared/api/api-error.js';
import { callApi } from '../../shared/api/call-api.js';
import { currentSession } from '../../shared/session/current-session.js';
import { forceRelogin } from '../../shared/session/relogin.js';
import { bringFile } from './remote/bring-file.js';
import type { Put, UploadTransport } from './upload-port.js';
import { addressOf } from '../../shared/api/address-of.js';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

/** Refused by Skyshelf itself. Without a session no upload gets anywhere. */
const refusedHere = (status: number, body: unknown): ApiError => {
  if (asksForLogin(body) || status === 401) forceRelogin();
  return toApiError(status, body);
};

/**
 * Refused by an object store on another origin. It knows nothing of our errors, and most of its refusals are over with
 * a fresh address: this one ran out (403), its clock differs, bytes were damaged on the way. Whether the upload still
 * is, Skyshelf says when it is asked for the address.
 */
const refusedByStore = (status: number): ApiError => ({
  status: 503,
  code: 'unreadable',
  message: `The store of files answered ${status}.`,
});

/**
 * Refused at an address of our own: it ran out, which a fresh one repairs, or the upload is over, which we hear when we
 * ask for that.
 */
const refusedAtAddress = (status: number, body: unknown): ApiError => {
  const error = refusedHere(status, body);
  return error.code === 'upload.bad-grant' ? { ...error, status: 503 } : error;
};

/** To a store on another origin go neither token, cookies nor trace: the address itself is the permission. */
function requestOf({ to, headers, traceparent }: Put) {
  const url = typeof to === 'string' ? addressOf(to) : to.part;
  if (new URL(url, location.href).origin !== location.origin)
    return { url, headers, refused: refusedByStore };
  const traced = { ...headers, ...(traceparent && { traceparent }) };
  if (typeof to !== 'string') return { url, headers: traced, refused: refusedAtAddress };
  const authorization = `Bearer ${currentSession()?.accessToken ?? ''}`;
  return { url, headers: { ...traced, authorization }, refused: refusedHere };
}

/** XMLHttpRequest, because fetch can't tell how much of a body has left. */
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

/** Without a session there is no leave. */
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
export const httpTransport: UploadTransport = { call, put, bring: bringFile };

/** Over HTTP/1.1 a browser has six connections to a host: one is the live stream, one is left for the page itself. */
const CONNECTIONS_FOR_BYTES = 4;

/** How many requests may carry bytes at the same time on the connection this page came by. */
export const byteRequestsAtOnce = (): number => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.nextHopProtocol === 'http/1.1' ? CONNECTIONS_FOR_BYTES : limits.parallelUploads * 3;
};
