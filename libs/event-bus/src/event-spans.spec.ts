import type { DriveId, EventMessage } from '@skyshelf/contracts';
import { traceparentOf } from '@skyshelf/telemetry';
import { receiveSpans } from '@skyshelf/telemetry/testing';
import { expect, it, vi } from 'vitest';
import { traceProcessing, traceSending } from './event-spans.js';

// The SDK is loaded by the first one.
vi.setConfig({ testTimeout: 30_000 });

const made = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
const event: EventMessage = {
  id: 'catalog:d:1',
  source: 'catalog',
  type: 'catalog.folder.created',
  schema: 1,
  drive: 'd' as DriveId,
  version: 1,
  at: '2026-01-01T00:00:00.000Z',
  actor: 'local|alice',
  trace: made,
  data: { type: 'catalog.folder.created', name: 'nobody must know' },
};
const media = { consumer: 'media', attempt: 1 } as const;

it('an event takes its trace over the bus: its handling hangs on its sending, what the handler makes hangs on the handling', async () => {
  const receiver = await receiveSpans('x');
  const sending = traceSending([event]);
  const [sent = event] = sending.events;
  const inside = await traceProcessing(sent, media, async ({ trace }) => [trace, traceparentOf()]);
  sending.end();
  const spans = await receiver.stop();
  const [send, handle] = ['send', 'process'].map((verb) => spans.find(({ name }) => name.startsWith(verb)));
  expect(send).toMatchObject({ name: 'send catalog.folder.created', parentSpanId: '2'.repeat(16) });
  expect(sent).toEqual({ ...event, trace: `00-${'1'.repeat(32)}-${send?.spanId}-01` });
  expect(handle).toMatchObject({
    name: 'process catalog.folder.created',
    parentSpanId: send?.spanId,
    attributes: { 'messaging.consumer.group.name': 'media', 'cloudevents.event_id': event.id },
  });
  expect(new Set(inside)).toEqual(new Set([`00-${'1'.repeat(32)}-${handle?.spanId}-01`]));
  expect(JSON.stringify(spans)).not.toMatch(/alice|nobody must know/);
});

it('a hand-over or a handler that fails is seen as one', async () => {
  const receiver = await receiveSpans('x');
  traceSending([event]).end(new Error('no broker'));
  await expect(traceProcessing(event, media, () => Promise.reject(new TypeError('no')))).rejects.toThrow(
    'no',
  );
  expect((await receiver.stop()).map(({ failed }) => failed)).toEqual([true, true]);
});

it('an event without a trace begins none, and one goes as it is where nothing is exported', async () => {
  const untraced = { ...event, trace: null };
  expect(traceSending([event]).events).toEqual([event]);
  expect(await traceProcessing(event, media, async (seen) => seen)).toBe(event);
  const receiver = await receiveSpans('x');
  expect(traceSending([untraced]).events).toEqual([untraced]);
  expect(await traceProcessing(untraced, media, async (seen) => seen)).toEqual(untraced);
  expect(await receiver.stop()).toEqual([]);
});
