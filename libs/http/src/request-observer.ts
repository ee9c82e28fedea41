import { context, trace } from '@opentelemetry/api';
import type { ServiceName } from '@skyshelf/contracts';
import { createRequestMetrics, declareSpan, detachedContextOf } from '@skyshelf/telemetry';
import type { FastifyInstance } from 'fastify';
import type { HttpDeps } from './http-deps.js';
import type { RequestsInFlight } from './requests-in-flight.js';

/** nginx's status for a client that went away early. */
const CLIENT_CLOSED = 499;

const requestSpan = declareSpan({
  name: '{method} {route}',
  kind: 'server',
  scope: '@skyshelf/http',
  help: 'A request at a service, from its head to the end of its answer.',
  parent: 'who calls: the page, the hand-over of the gateway, the call of another service',
  always: true,
  attributes: {
    'http.request.method': 'HTTP method',
    'http.route': 'pattern of the route; `none` for an address without one',
    'http.response.status_code': 'HTTP status; 499 when the client went away before the answer was whole',
    'skyshelf.service': 'the service',
  },
});

export function observeRequests(
  fastify: FastifyInstance,
  service: ServiceName,
  { metrics }: Pick<HttpDeps, 'metrics'>,
  inFlight: RequestsInFlight,
): void {
  const answered = createRequestMetrics(metrics);

  fastify.decorateRequest('trace', null);
  fastify.addHook('onRequest', (request, reply, done) => {
    const startedMs = performance.now();
    const { method, raw } = request;
    const route = request.routeOptions.url ?? 'none';
    const active = context.active();
    const parent = trace.getSpanContext(active)
      ? active
      : detachedContextOf(raw.headers.traceparent as string | undefined);
    const span = requestSpan.start({ name: `${method} ${route}`, parent });
    request.trace = span?.context ?? parent;
    inFlight.begin();
    reply.raw.once('close', () => {
      inFlight.end();
      const status = reply.raw.writableEnded ? reply.raw.statusCode : CLIENT_CLOSED;
      const seconds = (performance.now() - startedMs) / 1000;
      answered({ method, route, status, seconds, context: span?.context });
      endSpan(span, service, { method, route, status });
    });
    reply.header('x-request-id', request.id);
    // On the raw answer, so that streams and hijacked answers have it too.
    if (inFlight.leaving) reply.raw.setHeader('connection', 'close');
    done();
  });
  // Reading a body loses the context: entered right before the handler.
  fastify.addHook('preHandler', (request, _reply, done) => {
    if (request.trace) context.with(request.trace, done);
    else done();
  });
}

function endSpan(
  span: ReturnType<typeof requestSpan.start>,
  service: ServiceName,
  { method, route, status }: { method: string; route: string; status: number },
): void {
  span?.set({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'skyshelf.service': service,
  });
  span?.end(status >= 500 ? String(status) : undefined);
}
