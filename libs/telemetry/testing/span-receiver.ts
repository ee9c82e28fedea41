import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTracing } from '../src/tracing.js';

/** A span as OTLP's JSON has it, with what tests look at. */
export interface ReceivedSpan {
  service: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  startMs: number;
  endMs: number;
  attributes: Readonly<Record<string, unknown>>;
  links: readonly string[];
  failed: boolean;
}

export interface SpanReceiver {
  /** Ends the tracing of this process; everything that was measured has arrived then. Once. */
  stop(): Promise<ReceivedSpan[]>;
}

type Value = Readonly<Record<string, unknown>>;
interface WireSpan {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: { key: string; value: Value }[];
  links?: { spanId: string }[];
  status?: { code?: number };
}
interface WireBatch {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { spans: WireSpan[] }[];
  }[];
}

const ERROR = 2;
const valuesOf = (attributes: { key: string; value: Value }[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
const milliseconds = (nanoseconds: string): number => Number(BigInt(nanoseconds) / 1000n) / 1000;

function received(text: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(text) as WireBatch;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service: String(valuesOf(resource.attributes)['service.name']),
        name: span.name,
        kind: span.kind,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || null,
        startMs: milliseconds(span.startTimeUnixNano),
        endMs: milliseconds(span.endTimeUnixNano),
        attributes: valuesOf(span.attributes),
        links: (span.links ?? []).map(({ spanId }) => spanId),
        failed: span.status?.code === ERROR,
      })),
    ),
  );
}

/** Traces this process, as a service of this name, and keeps what it would send to a collector. One at a time. */
export async function receiveSpans(service: string): Promise<SpanReceiver> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request
      .setEncoding('utf8')
      .on('data', (chunk: string) => (body += chunk))
      .on('end', () => {
        bodies.push(body);
        response.end('{}');
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const tracing = await startTracing({ service, endpoint, metricsExporter: 'none' });
  return {
    stop: async () => {
      await tracing.stop();
      server.close();
      server.closeAllConnections();
      return bodies.flatMap(received);
    },
  };
}
