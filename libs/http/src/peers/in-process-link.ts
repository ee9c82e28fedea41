import { Readable } from 'node:stream';
import type { InjectedRequest, RunningService } from '../runtime.js';
import type { PeerLink, PeerRequest } from './peer-link.js';

const injected = ({ method, path: url, headers, body }: PeerRequest): InjectedRequest => {
  const payload =
    body === undefined || typeof body === 'string' || body instanceof Readable ? body : Buffer.from(body);
  return { method, url, headers, payload };
};

/** The way to a service of the same process. `service` is asked at each call, so services may be made in any order. */
export const inProcessLink = (service: () => RunningService): PeerLink => ({
  text: async (request) => {
    const { statusCode, payload } = await service().inject(injected(request));
    return { status: statusCode, text: payload };
  },
  bytes: async (request) => {
    const { statusCode, headers, body } = await service().stream(injected(request));
    return { status: statusCode, headers, body };
  },
});
