import type { Dispatcher } from 'undici';
import type { NamesOptions } from './replicas/replica-addresses.js';
import { ReplicaPools } from './replicas/replica-pools.js';
import type { PeerLink, PeerRequest } from './peer-link.js';

export interface HttpLinkOptions {
  /** For each replica; default 16. */
  connections?: number;
  /** Milliseconds; default 30 s. */
  headersTimeoutMs?: number;
  names?: NamesOptions;
}

const textHeaders = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/**
 * Replicas take turns; the next is asked when one can't be reached, or, for GETs, breaks off before an
 * answer.
 * @param addresses one or several of `http://host:port`, `dns+http://name:port` or `unix:/path/of/socket`
 */
export function httpLink(
  addresses: string | readonly string[],
  { connections = 16, headersTimeoutMs = 30_000, names }: HttpLinkOptions = {},
): PeerLink & { close(): Promise<void> } {
  const options = { connections, headersTimeoutMs, ...(names && { names }) };
  const pools = new ReplicaPools([addresses].flat(), options);
  const send = (request: PeerRequest) => pools.request({ ...request, repeatable: request.method === 'GET' });
  return {
    text: async (request) => {
      const { statusCode, body } = await send(request);
      return { status: statusCode, text: await body.text() };
    },
    bytes: async (request) => {
      const { statusCode, headers, body } = await send(request);
      return { status: statusCode, headers: textHeaders(headers), body };
    },
    close: () => pools.close(),
  };
}
