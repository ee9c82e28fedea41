import { context, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { contextOf, createRequestMetrics } from '@skyshelf/telemetry';
import type { FastifyInstance } from 'fastify';
import type { ServiceRuntime } from './runtime.js';
import type { RequestsInFlight } from './requests-in-flight.js';

/** What nginx calls a request whose client went away before the answer was whole. */
const CLIENT_CLOSED = 499;

/** Follows each request from its head to the end of its answer: id, trace, metrics, and that it is under way. */
export function observeRequests(
  fastify: FastifyInstance,
  { metrics }: Pick<ServiceRuntime, 'metrics'>,
  inFlight: RequestsInFlight,
): void {
  const answered = createRequestMetrics(metrics);
  const tracer = trace.getTracer('@skyshelf/http');

  fastify.decorateRequest('trace', null);
  fastify.addHook('onRequest', (request, reply, done) => {
    const startedMs = performance.now();
    const { method, raw } = request;
    const route = request.routeOptions.url ?? 'none';
    const active = context.active();
    const parent = trace.getSpanContext(active)
      ? active
      : contextOf(raw.headers.traceparent as string | undefined, ROOT_CONTEXT);
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER }, parent);
    request.trace = trace.setSpan(parent, span);
    inFlight.begin();
    reply.raw.once('close', () => {
      inFlight.end();
      const status = reply.raw.writableEnded ? reply.raw.statusCode : CLIENT_CLOSED;
      answered({ method, route, status, seconds: (performance.now() - startedMs) / 1000 });
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      });
      span.end();
    });
    reply.header('x-request-id', request.id);
    // Set on the bare answer, so that it stands on streams and on what others answer in our place too.
    if (inFlight.leaving) reply.raw.setHeader('connection', 'close');
    done();
  });
  // Reading a body leaves the context behind, so it is entered last, right before the handler.
  fastify.addHook('preHandler', (request, _reply, done) => {
    if (request.trace) context.with(request.trace, done);
    else done();
  });
}
