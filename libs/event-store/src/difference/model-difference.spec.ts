import { driveId, opId } from '@skyshelf/contracts';
import { fakeClock, sequentialIds } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import type { DriveTotals } from '../commands/drive-totals.js';
import type { EventRecord } from '../drive-storage.js';
import { shelfEvent, type ShelfEvent, type ShelfRow } from '../example/shelf-events.js';
import { shelfProjection, type ShelfTotals } from '../example/shelf-projection.js';
import { rulesOf } from '../store-options.js';
import { modelDifference } from './model-difference.js';

const at = new Date(0);
const rules = rulesOf<ShelfEvent, ShelfRow, ShelfTotals>({
  service: 'shelf',
  projection: shelfProjection(100),
  eventSchema: shelfEvent,
  clock: fakeClock(),
  ids: { next: sequentialIds() },
});

const delta = { used: 0, count: 1 };

const record = (version: number, data: ShelfEvent): EventRecord => ({
  id: `shelf:d:${version}`,
  drive: driveId.parse('drive-of-somebody'),
  version,
  type: data.type,
  schema: 1,
  data,
  opId: opId.parse(`operation-${version}`),
  hash: '',
  answer: null,
  at,
  actor: null,
  trace: null,
});
const added = (id: string, version: number): EventRecord =>
  record(version, { type: 'shelf.folder.created', id, parentId: 'root', name: id, nameKey: id, delta });

const row = (id: string, rev: number, name = id): ShelfRow & { rev: number } => ({
  id,
  parentId: 'root',
  class: 'folder',
  nameKey: id,
  name,
  size: 0,
  tags: [],
  born: at,
  read: null,
  rev,
});
const totalsAt = (version: number, count = version, reserved = 0): DriveTotals => ({
  version,
  bounds: {},
  own: { used: 0, count, quota: 100, reserved },
});

async function differ(
  records: readonly EventRecord[],
  rows: readonly ShelfRow[],
  totals = totalsAt(records.length),
): Promise<string | null> {
  async function* live() {
    yield* rows;
  }
  const found = await modelDifference<ShelfEvent, ShelfRow>({
    rules,
    events: async function* (after) {
      yield records.filter(({ version }) => version > after);
    },
    model: async () => ({ totals, rows: live() }),
  });
  return found && `${found.kept ?? 'nothing'} / ${found.replayed ?? 'nothing'}`;
}

describe('a read model and its events', () => {
  const events = [added('a', 1), added('b', 2), added('c', 3)];

  it('that agree differ nowhere, whatever is reserved', async () => {
    expect(await differ(events, [row('a', 1), row('b', 2), row('c', 3)])).toBeNull();
    expect(await differ([], [])).toBeNull();
    expect(await differ([added('a', 1)], [row('a', 1)], totalsAt(1, 1, 7))).toBeNull();
  });

  it('differ in the first row that is changed, lost, or made by no event', async () => {
    const changed = [row('a', 1), row('b', 2, 'x'), row('c', 3, 'y')];
    expect(await differ(events, changed)).toMatch(/"id":"b".*"name":"x".* \/ .*"id":"b".*"name":"b"/u);
    expect(await differ(events, [row('a', 1), row('b', 2)])).toMatch(/^nothing \/ .*"id":"c"/u);
    const more = [row('a', 1), row('a2', 1), row('b', 2), row('c', 3)];
    expect(await differ(events, more)).toMatch(/"id":"a2".* \/ nothing$/u);
  });

  it('differ in their counters first', async () => {
    const found = await differ(events, [row('a', 1)], totalsAt(3, 4));
    expect(found).toMatch(/"count":4.* \/ .*"count":3/u);
  });

  it('are compared at the moment of the rows, though that came after the events were read', async () => {
    let asked = 0;
    const found = await modelDifference<ShelfEvent, ShelfRow>({
      rules,
      events: async function* (after) {
        asked += 1;
        const known = asked === 1 ? events.slice(0, 1) : events;
        yield known.filter(({ version }) => version > after);
      },
      model: async () => ({
        totals: totalsAt(2),
        rows: (async function* () {
          yield* [row('a', 1), row('b', 2)];
        })(),
      }),
    });
    expect(found).toBeNull();
  });
});
