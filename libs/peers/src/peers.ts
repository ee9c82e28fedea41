import type { Readable } from 'node:stream';
import type { ServiceName } from '@skyshelf/contracts';

/** What a peer answered with bytes. The body must be read or destroyed. */
export interface PeerBytes {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Readable;
}

/**
 * Calls other services' `/internal/…` routes: in process in standalone, HTTP in a cluster. A refusal of the peer is thrown as the same DomainError;
 * a peer that is away is `service.unavailable`.
 */
export interface Peers {
  /** JSON in, JSON out. */
  json<T>(
    service: ServiceName,
    path: string,
    init?: { method?: 'GET' | 'POST' | 'DELETE'; body?: unknown },
  ): Promise<T>;
  /** Bytes as streams, in either direction. */
  bytes(
    service: ServiceName,
    path: string,
    init?: {
      method?: 'GET' | 'POST' | 'PUT';
      body?: Readable | Uint8Array;
      headers?: Readonly<Record<string, string>>;
    },
  ): Promise<PeerBytes>;
}
