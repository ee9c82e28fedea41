import { text } from 'node:stream/consumers';
import { DomainError, errorBody, type ServiceName } from '@skyshelf/contracts';
import { traceparentOf } from '@skyshelf/telemetry';
import type { Peers } from '../runtime.js';
import type { PeerLink } from './peer-link.js';

export interface PeersOptions {
  internalSecret: string;
  /** The way to a service; null when the installation does not say where it is. */
  linkTo(service: ServiceName): PeerLink | null;
}

const unavailable = (service: ServiceName, cause?: unknown): DomainError => new DomainError('service.unavailable', { cause: cause ?? new Error(`No way to ${service} is known.`) });

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The peer's own refusal, or that it is not reachable in a way that makes sense. */
function refusalOf(service: ServiceName, status: number, answer: string): DomainError {
  const body = errorBody.safeParse(parsed(answer));
  if (!body.success) return unavailable(service, new Error(`${service} answered ${status}: ${answer.slice(0, 200)}`));
  const { code, message, field } = body.data.error;
  return new DomainError(code, { message, field });
}

async function reached<T>(service: ServiceName, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof DomainError ? error : unavailable(service, error);
  }
}

/** Calls of the `/internal/…` routes of other services. The trace goes along. */
export function createPeers({ internalSecret, linkTo }: PeersOptions): Peers {
  const prepare = (service: ServiceName, path: string) => {
    if (!path.startsWith('/internal/')) throw new TypeError(`Services speak by /internal/ routes only, not by ${path}.`);
    const link = linkTo(service);
    if (!link) throw unavailable(service);
    const traceparent = traceparentOf();
    const headers: Record<string, string> = { authorization: `Internal ${internalSecret}`, ...(traceparent && { traceparent }) };
    return { link, headers };
  };
  return {
    async json<T>(service: ServiceName, path: string, { method = 'GET', body }: Parameters<Peers['json']>[2] = {}): Promise<T> {
      const { link, headers } = prepare(service, path);
      if (body !== undefined) headers['content-type'] = 'application/json';
      const { status, text: answer } = await reached(service, link.text({ method, path, headers, body: body === undefined ? undefined : JSON.stringify(body) }));
      if (status >= 400) throw refusalOf(service, status, answer);
      return parsed(answer) as T;
    },
    async bytes(service, path, { method = 'GET', body, headers: further } = {}) {
      const { link, headers } = prepare(service, path);
      const described = body === undefined ? further : { 'content-type': 'application/octet-stream', ...further };
      const answer = await reached(service, link.bytes({ method, path, headers: { ...described, ...headers }, body }));
      if (answer.status >= 400) throw refusalOf(service, answer.status, await reached(service, text(answer.body)));
      return answer;
    },
  };
}
