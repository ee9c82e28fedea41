import { SpanKind } from '@opentelemetry/api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  activeContext,
  declareSpan,
  detachedContextOf,
  isTracing,
  startTracing,
  traceparentOf,
  withTraceparent,
} from './index.js';
import { receiveSpans, type SpanReceiver } from '../testing/index.js';

// The SDK is loaded by the first one.
vi.setConfig({ testTimeout: 30_000 });

const given = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
const unsampled = `00-${'3'.repeat(32)}-${'4'.repeat(16)}-00`;
const common = { scope: '@skyshelf/test', help: 'A test.', parent: 'anything' } as const;

const work = declareSpan({ ...common, name: 'work {kind}', kind: 'internal', attributes: { amount: 'a' } });
const inner = declareSpan({ ...common, name: 'inner', kind: 'client', within: true, attributes: {} });
const always = declareSpan({ ...common, name: 'always', kind: 'server', always: true, attributes: {} });

describe('a declared span', () => {
  let receiver: SpanReceiver | undefined;
  const spans = async () => {
    const all = await receiver?.stop();
    receiver = undefined;
    return all ?? [];
  };
  afterEach(async () => void (await receiver?.stop()));

  it('measures work inside it, under the active one', async () => {
    receiver = await receiveSpans('x');
    await withTraceparent(given, () =>
      work.run({ name: 'work hard', attributes: { amount: 3 } }, () => inner.run({}, async () => undefined)),
    );
    const [child, parent] = await spans();
    expect(parent).toMatchObject({
      service: 'x',
      name: 'work hard',
      kind: SpanKind.INTERNAL + 1,
      traceId: '1'.repeat(32),
      parentSpanId: '2'.repeat(16),
      attributes: { amount: 3 },
      failed: false,
    });
    expect(child).toMatchObject({ name: 'inner', parentSpanId: parent?.spanId });
  });

  it('can hang elsewhere and be linked to others', async () => {
    receiver = await receiveSpans('x');
    const others = [unsampled, given].map((each) => detachedContextOf(each));
    await work.run({ parent: detachedContextOf(given), links: others }, async () => undefined);
    expect(await spans()).toEqual([
      expect.objectContaining({ parentSpanId: '2'.repeat(16), links: ['4'.repeat(16), '2'.repeat(16)] }),
    ]);
  });

  it('notes what went wrong by its code or class, never by its text, and lets it pass', async () => {
    receiver = await receiveSpans('x');
    const secret = Object.assign(new Error('holiday.jpg exists'), { code: 'name.exists' });
    for (const error of [secret, new RangeError('holiday.jpg')])
      await expect(work.run({}, () => Promise.reject(error))).rejects.toBe(error);
    const all = await spans();
    expect(all.map(({ attributes, failed }) => [attributes['error.type'], failed])).toEqual([
      ['name.exists', true],
      ['RangeError', true],
    ]);
    expect(JSON.stringify(all)).not.toContain('holiday');
  });

  it('that only belongs inside others begins no trace, and none of those that are not recorded', async () => {
    receiver = await receiveSpans('x');
    expect(inner.start()).toBeNull();
    await withTraceparent(unsampled, () => inner.run({}, async () => undefined));
    expect(await spans()).toEqual([]);
  });

  it('is none where nothing is exported; the work runs in its context all the same', async () => {
    const tracing = await startTracing({ service: 'x' });
    expect(isTracing()).toBe(false);
    expect(work.start()).toBeNull();
    const seen = await work.run({ parent: detachedContextOf(given) }, async () => traceparentOf());
    expect(seen).toBe(given);
    expect(traceparentOf(always.start()?.context ?? activeContext())).toMatch(
      /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/,
    );
    await tracing.stop();
  });

  it('is declared once', () => {
    const again = () => declareSpan({ ...common, name: 'inner', kind: 'client', attributes: {} });
    expect(again).toThrow('inner is declared twice');
  });
});
