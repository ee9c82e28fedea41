import { serviceNames, type DriveId, type EventMessage } from '@skyshelf/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromCloudEvent, toCloudEvent } from './cloud-event.js';

const event: EventMessage = {
  id: 'catalog:ann:7',
  source: 'catalog',
  type: 'catalog.quota.changed',
  schema: 1,
  drive: 'ann' as DriveId,
  version: 7,
  at: '2026-11-21T14:00:00.000Z',
  actor: 'local|ann',
  device: 'Firefox on Linux',
  trace: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  data: { type: 'catalog.quota.changed', quota: 5 },
};

const onTheWire = (message: ReturnType<typeof toCloudEvent>) => ({
  value: Buffer.from(message.value ?? ''),
  headers: Object.fromEntries(
    Object.entries(message.headers ?? {}).map(([name, value]) => [name, Buffer.from(String(value))]),
  ),
});

describe('an event on the wire', () => {
  it('is a CloudEvent that any tool understands, keyed by its drive, with its trace', () => {
    expect(toCloudEvent(event)).toEqual({
      key: 'ann',
      value: '{"type":"catalog.quota.changed","quota":5}',
      headers: {
        ce_specversion: '1.0',
        ce_id: 'catalog:ann:7',
        ce_source: 'catalog',
        ce_type: 'catalog.quota.changed',
        ce_time: '2026-11-21T14:00:00.000Z',
        ce_subject: 'ann',
        ce_schemaversion: '1',
        ce_driveversion: '7',
        ce_actor: 'local|ann',
        ce_device: 'Firefox on Linux',
        traceparent: event.trace,
        'content-type': 'application/json',
      },
    });
  });

  it('comes out as it went in', () => {
    const events = fc.record({
      id: fc.string(),
      source: fc.constantFrom(...serviceNames),
      type: fc.string(),
      schema: fc.integer({ min: 1, max: 1000 }),
      drive: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/u),
      version: fc.option(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
      at: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
      actor: fc.option(fc.string({ unit: 'grapheme' })),
      device: fc.option(fc.constant(event.device), { nil: undefined }),
      trace: fc.option(fc.constant(event.trace)),
      data: fc.jsonValue(),
    });
    fc.assert(
      fc.property(events, ({ drive, at, data, ...rest }) => {
        const given = {
          ...rest,
          drive: drive as DriveId,
          at: at.toISOString(),
          data: JSON.parse(JSON.stringify(data)),
        };
        expect(fromCloudEvent(onTheWire(toCloudEvent(given)))).toEqual(given);
      }),
    );
  });

  it.each([
    ['without headers', { value: Buffer.from('{}') }],
    ['that is no JSON', { ...onTheWire(toCloudEvent(event)), value: Buffer.from('{') }],
    [
      'of a service that does not exist',
      onTheWire({ ...toCloudEvent({ ...event, source: 'x' as 'media' }) }),
    ],
    ['whose version is no number', onTheWire(toCloudEvent({ ...event, version: Number.NaN }))],
  ])('is refused as a message %s', (_words, message) => {
    expect(() => fromCloudEvent(message)).toThrow();
  });
});
