import { text } from 'node:stream/consumers';
import { DomainError, errorBody, type ServiceName } from '@skyshelf/contracts';
import { declareSpan, traceparentOf } from '@skyshelf/telemetry';
import type { Peers, PeerLink } from './peers.js';

const callSpan = declareSpan({
  name: 'call {service}',
  kind: 'client',
  scope: '@skyshelf/peers',
  help: "A call of another service's `/internal/` route, until the head of its answer.",
  parent: 'whatever needs the answer: a request, a handler, a job',
  within: true,
  attributes: {
    'http.request.method': 'HTTP method',
    'http.response.status_code': 'HTTP status',
    'service.peer.name': 'the service that is called',
  },
});

export interface PeersOptions {
  /** The first one is sent. */
  internalKeys(): readonly string[];
  /** null when the installation does not say where it is. */
  linkTo(service: ServiceName): PeerLink | null;
}

const unavailable = (service: ServiceName, cause?: unknown): DomainError =>
  new DomainError('service.unavailable', { cause: cause ?? new Error(`No way to ${service} is known.`) });

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function refusalOf(service: ServiceName, status: number, answer: string): DomainError {
  const body = errorBody.safeParse(parsed(answer));
  if (!body.success)
    return unavailable(service, new Error(`${service} answered ${status}: ${answer.slice(0, 200)}`));
  const { code, message, field } = body.data.error;
  return new DomainError(code, { message, field });
}

async function reached<T>(service: ServiceName, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof DomainError ? error : unavailable(service, error);
  }
}

/** The peer's part hangs on the span. */
function traced<T extends { status: number }>(
  service: ServiceName,
  method: string,
  call: () => Promise<T>,
): Promise<T> {
  const attributes = { 'http.request.method': method, 'service.peer.name': service };
  return callSpan.run({ name: `call ${service}`, attributes }, async (span) => {
    const answer = await reached(service, call);
    span.set({ 'http.response.status_code': answer.status });
    return answer;
  });
}

function headersOf({ internalKeys }: PeersOptions): Record<string, string> {
  const traceparent = traceparentOf();
  return { authorization: `Internal ${internalKeys()[0] ?? ''}`, ...(traceparent && { traceparent }) };
}

function linkFor({ linkTo }: PeersOptions, service: ServiceName, path: string): PeerLink {
  if (!path.startsWith('/internal/'))
    throw new TypeError(`Services speak by /internal/ routes only, not by ${path}.`);
  const link = linkTo(service);
  if (!link) throw unavailable(service);
  return link;
}

export const createPeers = (options: PeersOptions): Peers => ({
  replicas: (service) => {
    const link = options.linkTo(service);
    return link ? (link.replicas?.() ?? 1) : 0;
  },

  async json<T>(service: ServiceName, path: string, init: Parameters<Peers['json']>[2] = {}): Promise<T> {
    const link = linkFor(options, service, path);
    const { method = 'GET', key, timeoutMs, headers: further } = init;
    const body = init.body === undefined ? undefined : JSON.stringify(init.body);
    const described: Record<string, string> =
      body === undefined ? {} : { 'content-type': 'application/json' };
    const wish = {
      ...(key !== undefined && { key }),
      ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
    };
    const { status, text: answer } = await traced(service, method, () =>
      link.text({
        method,
        path,
        headers: { ...further, ...headersOf(options), ...described },
        body,
        ...wish,
      }),
    );
    if (status >= 400) throw refusalOf(service, status, answer);
    return parsed(answer) as T;
  },

  async bytes(service, path, { method = 'GET', body, headers: further } = {}) {
    const link = linkFor(options, service, path);
    const described =
      body === undefined ? further : { 'content-type': 'application/octet-stream', ...further };
    const answer = await traced(service, method, () =>
      link.bytes({ method, path, headers: { ...described, ...headersOf(options) }, body }),
    );
    if (answer.status >= 400)
      throw refusalOf(service, answer.status, await reached(service, () => text(answer.body)));
    return answer;
  },
});
