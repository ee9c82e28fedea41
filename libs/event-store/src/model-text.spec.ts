import { describe, expect, it } from 'vitest';
import { firstDifference } from './model-text.js';

const state = { version: 3, used: 5, byKind: { Documents: 5 }, count: 2, quota: 100, reserved: 0 };
const row = (id: string, name = id) => ({ id, name });

describe('two models', () => {
  let ended = 0;
  async function* rowsOf(...rows: { id: string; name: string }[]) {
    try {
      yield* rows;
    } finally {
      ended += 1;
    }
  }
  const differ = (live: { id: string; name: string }[], replayed: { id: string; name: string }[]) =>
    firstDifference({ state, rows: rowsOf(...live) }, { state, rows: replayed });

  it('that are equal differ nowhere, whatever is reserved and kinds without bytes', async () => {
    expect(await differ([row('a'), row('b')], [row('a'), row('b')])).toBeNull();
    expect(await differ([], [])).toBeNull();
    const other = { ...state, reserved: 7, byKind: { Documents: 5, Images: 0 } };
    expect(await firstDifference({ state: other, rows: rowsOf() }, { state, rows: [] })).toBeNull();
  });

  it('differ in the first row that is changed, lost, or made by nobody', async () => {
    expect(await differ([row('a'), row('b', 'x')], [row('a'), row('b')])).toEqual({
      kept: '{"id":"b","name":"x"}',
      replayed: '{"id":"b","name":"b"}',
    });
    expect(await differ([row('a')], [row('a'), row('b')])).toMatchObject({ kept: null });
    expect(await differ([row('a'), row('b')], [row('a')])).toMatchObject({ replayed: null });
  });

  it('differ in their counters, and the rows are let go then too', async () => {
    ended = 0;
    const live = { state: { ...state, used: 6 }, rows: rowsOf(row('a')) };
    const difference = await firstDifference(live, { state, rows: [row('a')] });
    expect(difference?.kept).toContain('"used":6');
    expect(ended).toBe(1);
  });
});
