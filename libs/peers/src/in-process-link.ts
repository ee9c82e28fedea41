import { Readable } from 'node:stream';
import type { PeerLink, PeerRequest } from './peer-link.js';

/** A request made in process. */
export interface InjectedRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  payload?: string | Buffer | Readable;
}

/** A service of the same process, as its peers reach it. */
export interface InProcessService {
  /** For `/internal/…` calls in process. */
  inject(request: InjectedRequest): Promise<{ statusCode: number; payload: string }>;
  /** The same with the answer as a stream. */
  stream(
    request: InjectedRequest,
  ): Promise<{ statusCode: number; headers: Record<string, string>; body: Readable }>;
}

const injected = ({ method, path: url, headers, body }: PeerRequest): InjectedRequest => {
  const payload =
    body === undefined || typeof body === 'string' || body instanceof Readable ? body : Buffer.from(body);
  return { method, url, headers, payload };
};

/** The way to a service of the same process. `service` is asked at each call, so services may be made in any order. */
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
