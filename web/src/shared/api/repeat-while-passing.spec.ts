import { describe, expect, it } from 'vitest';
import { type ApiError, ApiFailure } from './api-error.js';
import { backoffMs, pause, type RepeatEnvironment, repeatWhilePassing } from './repeat-while-passing.js';

const busy: ApiError = { status: 503, code: 'drive.busy', message: 'busy' };
const starting: ApiError = { status: 503, code: 'starting', message: 'starting' };

/** A server that refuses so often, on a clock that only its waiting and our pauses move. */
class Refusing implements RepeatEnvironment {
  ms = 0;
  sent = 0;
  readonly pauses: number[] = [];

  constructor(
    readonly error: ApiError,
    readonly times: number,
    readonly waitsMs = 0,
  ) {}

  now = (): number => this.ms;
  pause = async (ms: number): Promise<void> => {
    this.pauses.push(ms);
    this.ms += ms;
  };
  send = async (): Promise<string> => {
    this.ms += this.waitsMs;
    this.sent += 1;
    if (this.sent <= this.times) throw new ApiFailure(this.error);
    return 'done';
  };
}

describe('a refused call', () => {
  it('is repeated while the drive is busy, whatever the number of tries', async () => {
    const server = new Refusing(busy, 5);
    expect(await repeatWhilePassing(server.send, { tries: 1 }, server)).toBe('done');
    expect(server.sent).toBe(6);
    expect(server.pauses.every((ms, index) => index < 2 || ms > (server.pauses[index - 2] ?? 0))).toBe(true);
  });

  it.each([0, 10_000])('is given up when the drive stays busy for 30 s, waiting %d ms itself', async (ms) => {
    const server = new Refusing(busy, Number.POSITIVE_INFINITY, ms);
    await expect(repeatWhilePassing(server.send, {}, server)).rejects.toMatchObject({ error: busy });
    expect(server.ms).toBeGreaterThanOrEqual(30_000);
    expect(server.ms).toBeLessThanOrEqual(30_000 + ms);
  });

  it('is sent as often as it says for another passing reason', async () => {
    const server = new Refusing(starting, Number.POSITIVE_INFINITY);
    await expect(repeatWhilePassing(server.send, { tries: 4 }, server)).rejects.toMatchObject({
      error: starting,
    });
    expect(server.sent).toBe(4);
  });

  it('is not repeated when the reason stays, or the caller has gone', async () => {
    const refused = new Refusing({ status: 409, code: 'name.exists', message: '' }, 1);
    await expect(repeatWhilePassing(refused.send, {}, refused)).rejects.toThrow();
    const server = new Refusing(busy, 1);
    await expect(
      repeatWhilePassing(server.send, { signal: AbortSignal.abort() }, server),
    ).rejects.toMatchObject({ error: busy });
    expect([refused.sent, server.sent]).toEqual([1, 1]);
  });

  it('comes again when it is told to, however often, where no one waits for it', async () => {
    const server = new Refusing(
      { status: 429, code: 'rate.limited', message: 'later', retryAfterMs: 2000 },
      9,
    );
    expect(await repeatWhilePassing(server.send, { tries: 2, inBackground: true }, server)).toBe('done');
    expect(server.pauses.every((ms) => ms >= 2000)).toBe(true);
    await expect(
      repeatWhilePassing(new Refusing(server.error, 9).send, { tries: 2 }, server),
    ).rejects.toThrow();
  });
});

it('waits longer each time, never more than twenty seconds', () => {
  expect([1, 2, 3, 10].map((attempt) => backoffMs(attempt, 1))).toEqual([400, 800, 1600, 20_000]);
  expect(backoffMs(1, 0)).toBe(200);
});

it('stops waiting when it is called off', async () => {
  const stop = new AbortController();
  const waiting = pause(60_000, stop.signal);
  stop.abort();
  await waiting;
  await pause(60_000, stop.signal);
});
