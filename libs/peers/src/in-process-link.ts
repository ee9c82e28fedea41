import { Readable } from 'node:stream';
import type { PeerLink, PeerRequest } from './peers.js';

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
