import { describe, expect, it } from 'vitest';
import '../../../../testing/page-globals.js';
import { type ApiError, ApiFailure } from '../../../shared/api/api-error.js';
import { type Conversion, pollConversion } from './use-converted-video.js';

const openElement = 'Cloud/m/u###mp4.mp4';
const wait = { wait: true as const };
const ready = { ok: true as const, openElement };
const away: ApiError = { status: 502, code: 'service.unavailable', message: 'away' };
const unplayable: ApiError = {
  status: 400,
  code: 'video.unplayable',
  message: 'Unable to play this video, You can download and preview locally.',
};

/** Runs the poll of a film with these answers and gives the pauses between the requests. */
const polled = async (
  answers: readonly (object | ApiError)[],
  { size = 1, limit = 100, over = '' }: { size?: number; limit?: number | null; over?: string } = {},
) => {
  const conversions: Conversion[] = [];
  const pauses: number[] = [];
  const stop = new AbortController();
  const left = [...answers];
  let asked = 0;
  await pollConversion({
    limit: async () => limit,
    size,
    isOver: (live) => live === over,
    ask: async () => {
      asked += 1;
      const answer = left.shift();
      if (left.length === 0 && answer === undefined) stop.abort();
      if (answer && 'status' in answer) throw new ApiFailure(answer);
      return (answer ?? wait) as never;
    },
    pause: async (ms) => void pauses.push(ms),
    tell: (conversion) => void conversions.push(conversion),
    signal: stop.signal,
  });
  return { last: conversions.at(-1), conversions, pauses, asked };
};

describe('a film that must be converted', () => {
  it('plays when it is there', async () => {
    const { last, pauses } = await polled([ready]);
    expect([last, pauses]).toEqual([{ phase: 'ready', address: openElement }, []]);
  });

  it('is asked for every 60 s, however long that takes, and shows its percent [F4.17]', async () => {
    const { conversions, pauses } = await polled([
      ...Array.from({ length: 9 }, () => wait),
      { ...wait, percent: 40 },
      ready,
    ]);
    expect(conversions.at(-2)).toEqual({ phase: 'waiting', percent: 40, live: null });
    expect(conversions.at(-1)).toEqual({ phase: 'ready', address: openElement });
    expect(pauses).toEqual(Array(10).fill(60_000));
  });

  it('counts a failed request as wait, and is given up after more than three [F4.19 F4.17 F8.15]', async () => {
    expect((await polled([away, away, away, ready])).last).toMatchObject({ phase: 'ready' });
    const { last, pauses } = await polled([away, away, away, away, ready]);
    expect(last).toEqual({ phase: 'failed', message: unplayable.message });
    expect(pauses).toHaveLength(3);
  });

  it('can be watched while it runs; when that has ended it is asked for soon, until it is there or can be watched again', async () => {
    const first = '/files/live/a/index.m3u8';
    const second = '/files/live/b/index.m3u8';
    const answers = [{ ...wait, live: first }, { ...wait, live: second }, ready];
    const { conversions, pauses } = await polled(answers, { over: first });
    expect(conversions.slice(1)).toEqual([
      { phase: 'waiting', percent: null, live: null },
      { phase: 'waiting', percent: null, live: second },
      { phase: 'ready', address: openElement },
    ]);
    expect(pauses).toEqual([2000, 60_000]);
  });

  it('is not asked for when it is larger than what the server converts [S2.10]', async () => {
    const message =
      'Maximum file size to convert video and play online is: 250MB, You can download and preview locally.';
    const limit = 262_144_000;
    expect(await polled([ready], { size: limit + 1, limit })).toMatchObject({
      last: { phase: 'failed', message },
      asked: 0,
    });
    expect((await polled([ready], { size: limit, limit })).last).toMatchObject({ phase: 'ready' });
    expect((await polled([ready], { size: limit + 1, limit: null })).last).toMatchObject({ phase: 'ready' });
  });

  it('is given up at once when there will be none', async () => {
    const reason = 'The film is damaged.';
    const { last, pauses } = await polled([wait, { ...unplayable, reason }, ready]);
    expect(last).toEqual({ phase: 'failed', message: unplayable.message, reason });
    expect(pauses).toHaveLength(1);
  });
});
