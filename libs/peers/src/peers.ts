import type { Readable } from 'node:stream';
import type { ServiceName } from '@skyshelf/contracts';

/** Read or destroy the body. */
export interface PeerBytes {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Readable;
}

export interface ReplicaPreference {
  /** The same key asks the same healthy replica: with a drive, the one that the gateway prefers. */
  key?: string;
  timeoutMs?: number;
}

export interface AskOptions extends ReplicaPreference {
  headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Calls a peer in process in standalone, else by HTTP. Rethrows the peer's DomainError; a peer that is away is
 * `service.unavailable`.
 */
export interface Peers {
  /** That it knows of; 1 in process. */
  replicas(service: ServiceName): number;
  json<T>(
    service: ServiceName,
    path: string,
    init?: { method?: 'GET' | 'POST' | 'DELETE'; body?: unknown } & AskOptions,
  ): Promise<T>;
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

export interface PeerRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | Readable;
  key?: string;
  signal?: AbortSignal;
}

/** If it throws, the peer is not reachable. */
export interface PeerLink {
  replicas?(): number;
  text(request: PeerRequest): Promise<{ status: number; text: string }>;
  bytes(request: PeerRequest): Promise<PeerBytes>;
}
