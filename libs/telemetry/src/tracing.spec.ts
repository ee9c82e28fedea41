import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { trace } from '@opentelemetry/api';
import { runSource } from '@skyshelf/testing';
import { afterEach, describe, expect, it } from 'vitest';
import {
  contextOf,
  createMetrics,
  exportSpans,
  MetricRegistry,
  startTracing,
  traceparentOf,
  withTraceparent,
  type Tracing,
} from './index.js';
import type { FinishedSpan } from './tracing-state.js';

const page: FinishedSpan = {
  service: 'web',
  name: 'drop',
  traceId: '',
  spanId: '3'.repeat(16),
  parentSpanId: null,
  startMs: 1,
  endMs: 2,
  failed: false,
  attributes: {},
};
const program = join(import.meta.dirname, '../testing/loaded-modules.ts');
const given = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-00`;

describe('a trace', () => {
  let tracing: Tracing | undefined;
  let collector: Server | undefined;
  afterEach(async () => {
    await tracing?.stop();
    collector?.close();
    tracing = undefined;
    collector = undefined;
  });
  const tracer = () => trace.getTracer('test');

  it('gives each request ids of its own, also when nothing is exported', async () => {
    tracing = await startTracing({ service: 'x' });
    const ids = Array.from({ length: 1000 }, () => tracer().startSpan('request').spanContext());
    expect(new Set(ids.map(({ traceId }) => traceId)).size).toBe(1000);
    expect(ids[0]?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(ids[0]?.spanId).toMatch(/^[0-9a-f]{16}$/);
  });

  it('goes on in the process that is called', async () => {
    tracing = await startTracing({ service: 'x' });
    const span = tracer().startSpan('request', {}, contextOf(given));
    expect(span.spanContext()).toMatchObject({ traceId: '1'.repeat(32), traceFlags: 0 });
    expect(span.spanContext().spanId).not.toBe('2'.repeat(16));
  });

  it('follows asynchronous work and can be handed on as a traceparent', async () => {
    tracing = await startTracing({ service: 'x' });
    const inside = await withTraceparent(given, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return traceparentOf();
    });
    expect(inside).toBe(given);
    expect(traceparentOf()).toBeNull();
    const child = tracer().startActiveSpan('child', () => traceparentOf());
    expect(child).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  });

  it('is not begun by nonsense in the header', async () => {
    tracing = await startTracing({ service: 'x' });
    for (const nonsense of ['', 'x', `00-${'0'.repeat(32)}-${'2'.repeat(16)}-01`, null, undefined]) {
      expect(withTraceparent(nonsense, () => traceparentOf())).toBeNull();
    }
  });

  const collect = async (bodies: string[]): Promise<string> => {
    collector = createServer((request, response) => {
      void text(request).then((body) => {
        bodies.push(`${request.url} ${body}`);
        response.end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    return `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
  };

  it('arrives at the collector when there is one', async () => {
    const bodies: string[] = [];
    tracing = await startTracing({ service: 'billing', endpoint: await collect(bodies) });
    tracer().startSpan('POST /api/').end();
    await tracing.stop();
    tracing = undefined;
    expect(bodies.join('')).toContain('/v1/traces');
    expect(bodies.join('')).toContain('POST /api/');
    expect(bodies.join('')).toContain('billing');
  });

  it('has the metrics of the process come with it, with the names and numbers of /metrics', async () => {
    const bodies: string[] = [];
    const registry = new MetricRegistry();
    const metrics = createMetrics('billing', registry);
    metrics.counter({ name: 'skyshelf_a_total', help: 'A.', labels: ['x'] }).add({ x: 'y' }, 3);
    const b = metrics.histogram({ name: 'skyshelf_b_seconds', help: 'B.', buckets: [1, 10] });
    for (const seconds of [0.5, 2, 3, 60]) b.observe({}, seconds);
    tracing = await startTracing({ service: 'billing', endpoint: await collect(bodies), registry });
    await tracing.stop();
    tracing = undefined;
    const sent = bodies.find((body) => body.startsWith('/v1/metrics ')) ?? '';
    expect(sent).toContain('"name":"skyshelf_a_total"');
    expect(sent).toMatch(/"asDouble":3|"asInt":3/);
    expect(sent).toContain('"bucketCounts":[1,2,1],"explicitBounds":[1,10]');
    expect(sent).toContain('"stringValue":"billing"');
  });

  it('loads the SDK only where there is somewhere to send to', async () => {
    const loaded = (options: object): Promise<string> => {
      const { stdout } = runSource(program, [JSON.stringify({ service: 'x', ...options })]);
      return stdout ? text(stdout) : Promise.reject(new Error('It prints nothing.'));
    };
    const sdk = /@opentelemetry\/(sdk|exporter|instrumentation|otlp)/;
    for (const [options, loadsIt] of [
      [{}, false],
      [{ endpoint: 'http://127.0.0.1:9', tracesExporter: 'none', metricsExporter: 'none' }, false],
      [{ tracesExporter: 'console' }, true],
    ] as const) {
      const modules = await loaded(options);
      expect(modules).toContain('@opentelemetry/api');
      expect(sdk.test(modules)).toBe(loadsIt);
    }
  });

  it('is recorded for the share that was asked for: whole or not at all, whatever the caller would like', async () => {
    const bodies: string[] = [];
    const parents = Array.from(
      { length: 400 },
      () => `00-${randomBytes(16).toString('hex')}-${'2'.repeat(16)}-01`,
    );
    tracing = await startTracing({ service: 'x', endpoint: await collect(bodies), ratio: 0.25 });
    for (const parent of parents) {
      const context = contextOf(parent);
      tracer().startSpan('asked', {}, context).end();
      tracer().startSpan('asked again', {}, context).end();
      const { traceId = '' } = trace.getSpanContext(context) ?? {};
      exportSpans([{ ...page, traceId }]);
    }
    await tracing.stop();
    tracing = undefined;
    const recorded = bodies.join('').match(/"traceId":"[0-9a-f]{32}"/g) ?? [];
    const spans = Map.groupBy(recorded, (id) => id);
    expect([...spans.values()].map(({ length }) => length)).toEqual(Array.from(spans, () => 3));
    expect(spans.size).toBeGreaterThan(50);
    expect(spans.size).toBeLessThan(150);
  });
});
