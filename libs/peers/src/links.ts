import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type ServiceName, serviceNames } from '@skyshelf/contracts';
import type { NamesOptions } from './replicas/replica-addresses.js';
import { ReplicaPools } from './replicas/replica-pools.js';
import type { PeerLink, PeerRequest } from './peers.js';

export interface HttpLinkOptions {
  /** The number for each replica; default 16. */
  connections?: number;
  /** Unit: milliseconds; default 30 s. */
  headersTimeoutMs?: number;
  names?: NamesOptions;
}

const textHeaders = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/**
 * The next replica is asked when one can't be reached, or, for GETs, breaks off before an answer.
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
    replicas: () => pools.choice.order().length,
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

type ClosableLink = ReturnType<typeof httpLink>;

/** Parses SKYSHELF_PEERS: `catalog=http://a:1|http://b:1`, or `catalog=dns+http://catalog-pods:1`. */
export function peerAddresses(entries: readonly string[]): ReadonlyMap<ServiceName, readonly string[]> {
  const addresses = new Map<ServiceName, readonly string[]>();
  for (const entry of entries) {
    const service = serviceNames.find((name) => entry.startsWith(`${name}=`));
    if (service) addresses.set(service, entry.slice(service.length + 1).split('|'));
  }
  return addresses;
}

/** Replicas that alone hold some answers: `media.video=…` converts films. */
export function holderAddresses(entries: readonly string[]): ReadonlyMap<ServiceName, readonly string[]> {
  const held = entries.find((entry) => entry.startsWith('media.video='));
  return new Map(held ? [['media', held.slice('media.video='.length).split('|')]] : []);
}

export function peerLinks(
  entries: readonly string[],
  options?: HttpLinkOptions,
): {
  linkTo(service: ServiceName): PeerLink | null;
  close(): Promise<void>;
} {
  const links = new Map<ServiceName, ClosableLink>();
  for (const [service, addresses] of peerAddresses(entries)) links.set(service, httpLink(addresses, options));
  return {
    linkTo: (service) => links.get(service) ?? null,
    close: async () => {
      await Promise.all([...links.values()].map((link) => link.close()));
    },
  };
}

export interface InjectedRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  payload?: string | Buffer | Readable;
}

export interface InProcessService {
  inject(request: InjectedRequest): Promise<{ statusCode: number; payload: string }>;
  stream(
    request: InjectedRequest,
  ): Promise<{ statusCode: number; headers: Record<string, string>; body: Readable }>;
}

const injected = ({ method, path: url, headers, body }: PeerRequest): InjectedRequest => {
  const payload =
    body === undefined || typeof body === 'string' || body instanceof Readable ? body : Buffer.from(body);
  return { method, url, headers, payload };
};

/** Called each time: services may be made in any order. */
export const inProcessLink = (service: () => InProcessService): PeerLink => ({
  text: async (request) => {
    const { statusCode, payload } = await service().inject(injected(request));
    return { status: statusCode, text: payload };
  },
  bytes: async (request) => {
    const { statusCode, headers, body } = await service().stream(injected(request));
    return { status: statusCode, headers, body };
  },
});
