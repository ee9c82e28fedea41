import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTracing } from '@skyshelf/telemetry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runGateway, type RunningGateway } from '../testing/run-gateway.js';

const span = {
  name: 'upload',
  traceId: '1'.repeat(32),
  spanId: '2'.repeat(16),
  agoMs: 1500,
  durationMs: 1200,
  outcome: 'done',
  files: 2,
  bytes: 30,
};

describe('what the page measured', () => {
  let gateway: RunningGateway;
  let headers: Record<string, string>;
  let collector: Server;
  const received: string[] = [];

  beforeAll(async () => {
    gateway = await runGateway();
    headers = { ...(await gateway.tokenOf('alice')).headers, 'content-type': 'application/json' };
    collector = createServer((request, response) => {
      request
        .setEncoding('utf8')
        .on('data', (chunk: string) => received.push(chunk))
        .on('end', () => response.end('{}'));
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
  });
  afterAll(async () => {
    await gateway.stop();
    collector.close();
  });
  const report = (body: unknown, sent = headers) =>
    fetch(`${gateway.url}/api/trace`, { method: 'POST', headers: sent, body: JSON.stringify(body) });

  it('is not kept where no traces are recorded, and the page hears of it', async () => {
    const answer = await report({ spans: [span] });
    expect([answer.status, await answer.json()]).toEqual([200, { recorded: false }]);
  });

  it('goes to the collector as the page told it, by the clock of the gateway', async () => {
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const tracing = await startTracing({ service: 'gateway', endpoint });
    const before = Date.now();
    expect(await (await report({ spans: [span] })).json()).toEqual({ recorded: true });
    const after = Date.now();
    await tracing.stop();
    const sent = received.map((text) => JSON.parse(text) as OtlpTraces).flatMap((each) => each.resourceSpans);
    const page = sent.find(({ resource }) =>
      resource.attributes.some(({ value }) => value.stringValue === 'skyshelf-web'),
    );
    const [told] = page?.scopeSpans[0]?.spans ?? [];
    expect(told).toMatchObject({ name: 'upload', traceId: span.traceId, spanId: span.spanId });
    expect(told?.parentSpanId).toBeUndefined();
    const began = Number(BigInt(told?.startTimeUnixNano ?? 0) / 1_000_000n);
    expect(began).toBeGreaterThanOrEqual(before - 1501);
    expect(began).toBeLessThanOrEqual(after - 1499);
    expect(Number(BigInt(told?.endTimeUnixNano ?? 0) / 1_000_000n) - began).toBeCloseTo(1200, -1);
  });

  it('is refused from nobody', async () => {
    expect((await report({ spans: [span] }, { 'content-type': 'application/json' })).status).toBe(401);
  });

  it.each([
    ['nothing', { spans: [] }],
    ['more than twenty actions', { spans: Array.from({ length: 21 }, () => span) }],
    ['an id of zeros', { spans: [{ ...span, traceId: '0'.repeat(32) }] }],
    ['an id in capitals', { spans: [{ ...span, spanId: 'A'.repeat(16) }] }],
    ['another action', { spans: [{ ...span, name: 'holiday.jpg' }] }],
    ['words of its own', { spans: [{ ...span, fileName: 'holiday.jpg' }] }],
    ['an action that lasts for days', { spans: [{ ...span, durationMs: 90_000_000 }] }],
    ['a negative time', { spans: [{ ...span, agoMs: -1 }] }],
  ])('is refused when it is %s', async (_, body) => {
    const answer = await report(body);
    expect([answer.status, (await answer.json()) as object]).toMatchObject([
      400,
      { error: { code: 'input.invalid' } },
    ]);
  });

  it('is refused when it is too long', async () => {
    expect((await report({ spans: [{ ...span, name: 'x'.repeat(10_000) }] })).status).toBe(413);
  });
});

interface OtlpTraces {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: {
      spans: {
        name: string;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        startTimeUnixNano: string;
        endTimeUnixNano: string;
      }[];
    }[];
  }[];
}
