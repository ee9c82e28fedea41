import { receiveSpans, type ReceivedSpan } from '@skyshelf/telemetry/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runGateway, type RunningGateway } from '../../testing/run-gateway.js';

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

  beforeAll(async () => {
    gateway = await runGateway();
    headers = { ...(await gateway.tokenOf('alice')).headers, 'content-type': 'application/json' };
  });
  afterAll(() => gateway.stop());
  const report = (body: unknown, sent = headers) =>
    fetch(`${gateway.url}/api/trace`, { method: 'POST', headers: sent, body: JSON.stringify(body) });

  it('is not kept where no traces are recorded, and the page hears of it', async () => {
    const answer = await report({ spans: [span] });
    expect([answer.status, await answer.json()]).toEqual([200, { recorded: false }]);
  });

  it('goes to the collector as the page told it, by the clock of the gateway', async () => {
    const receiver = await receiveSpans('gateway');
    const before = Date.now();
    expect(await (await report({ spans: [span] })).json()).toEqual({ recorded: true });
    const after = Date.now();
    const told = (await receiver.stop()).filter(({ service }) => service === 'skyshelf-web');
    expect(told).toEqual([
      expect.objectContaining({
        name: 'upload',
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: null,
        failed: false,
        attributes: { 'skyshelf.outcome': 'done', 'skyshelf.files': 2, 'skyshelf.bytes': 30 },
      }),
    ]);
    const [{ startMs, endMs }] = told as [ReceivedSpan];
    expect(startMs).toBeGreaterThanOrEqual(before - 1501);
    expect(startMs).toBeLessThanOrEqual(after - 1499);
    expect(endMs - startMs).toBeCloseTo(1200, 0);
  });

  it('is refused from no one', async () => {
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
