import { Pool, type Dispatcher } from 'undici';
import type { PeerLink, PeerRequest } from './peer-link.js';

export interface HttpLinkOptions {
  /** Connections at most; default 16. */
  connections?: number;
  /** Until the head of the answer, milliseconds; default 30 s. */
  headersTimeoutMs?: number;
}

const textHeaders = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/**
 * The way to a service over HTTP.
 * @param address `http://host:port`, or `unix:/path/of/socket`
 */
export function httpLink(
  address: string,
  { connections = 16, headersTimeoutMs = 30_000 }: HttpLinkOptions = {},
): PeerLink & { close(): Promise<void> } {
  const socketPath = address.startsWith('unix:') ? address.slice('unix:'.length) : undefined;
  const pool = new Pool(socketPath ? 'http://localhost' : address, {
    connections,
    headersTimeout: headersTimeoutMs,
    ...(socketPath && { socketPath }),
  });
  const send = ({ method, path, headers, body }: PeerRequest) =>
    pool.request({
      method,
      path,
      headers,
      body: body instanceof Uint8Array && !Buffer.isBuffer(body) ? Buffer.from(body) : body,
    });
  return {
    text: async (request) => {
      const { statusCode, body } = await send(request);
      return { status: statusCode, text: await body.text() };
    },
    bytes: async (request) => {
      const { statusCode, headers, body } = await send(request);
      return { status: statusCode, headers: textHeaders(headers), body };
    },
    close: () => pool.close(),
  };
}
