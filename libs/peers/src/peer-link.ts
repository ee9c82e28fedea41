import type { Readable } from 'node:stream';
import type { PeerBytes } from './peers.js';

export interface PeerRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | Readable;
}

/** What it throws means: not reachable. */
export interface PeerLink {
  text(request: PeerRequest): Promise<{ status: number; text: string }>;
  bytes(request: PeerRequest): Promise<PeerBytes>;
}
