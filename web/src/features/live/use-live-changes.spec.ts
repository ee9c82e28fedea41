import { beforeEach, describe, expect, it, vi } from 'vitest';
import '../../../testing/page-globals.js';
import { element } from '../../../testing/element.js';
import { LiveChanges, type PulledChanges } from './use-live-changes.js';

/** A drive whose version can be set; answers pulls when told to. */
class Drive {
  version = 5;
  readonly pulls: number[] = [];
  tooFarBehind = false;
  broken: Error | null = null;
  gate: Promise<void> = Promise.resolve();

  pull = async (since: number): Promise<PulledChanges> => {
    this.pulls.push(since);
    const { version } = this;
    await this.gate;
    if (this.broken) throw this.broken;
    return { version, resync: this.tooFarBehind, elements: version > since ? [element()] : [], removed: [] };
  };
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gate = promise;
    return resolve;
  }
}

describe('live changes', () => {
  let drive: Drive;
  let live: LiveChanges;
  const applied: number[] = [];
  const resync = vi.fn(async (): Promise<number | null> => drive.version);
  const failed = vi.fn();
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

  beforeEach(() => {
    drive = new Drive();
    applied.length = 0;
    resync.mockClear();
    failed.mockClear();
    live = new LiveChanges({
      pull: drive.pull,
      apply: ({ version }) => void applied.push(version),
      resync,
      failed,
    });
  });

  it('fetches what is new when it rings', async () => {
    live.listed(5);
    drive.version = 6;
    live.rang(6);
    await settle();
    expect([drive.pulls, applied]).toEqual([[5], [6]]);
  });

  it('does not fetch what a listing shows already', async () => {
    live.listed(5);
    live.rang(5);
    live.rang(3);
    await settle();
    expect(drive.pulls).toEqual([]);
  });

  it('waits for the first listing', async () => {
    live.rang(9);
    await settle();
    expect(drive.pulls).toEqual([]);
    drive.version = 9;
    live.listed(5);
    await settle();
    expect([drive.pulls, applied]).toEqual([[5], [9]]);
  });

  it('fetches once for many rings, and once more for those that came in that time', async () => {
    live.listed(5);
    drive.version = 6;
    const release = drive.hold();
    live.rang(6);
    drive.version = 9;
    for (const version of [7, 8, 9]) live.rang(version);
    release();
    await settle();
    expect([drive.pulls, applied]).toEqual([
      [5, 6],
      [6, 9],
    ]);
  });

  it('keeps a ring that comes while an older answer is on its way', async () => {
    live.listed(5);
    const release = drive.hold();
    live.mayBeBehind();
    drive.version = 7;
    live.rang(7);
    release();
    await settle();
    expect(applied.at(-1)).toBe(7);
    expect(live.cursor).toBe(7);
  });

  it('brings a listing up to date that was overtaken on its way', async () => {
    live.listed(5);
    drive.version = 8;
    live.rang(8);
    await settle();
    live.listed(6);
    await settle();
    expect(drive.pulls).toEqual([5, 6]);
    expect(live.cursor).toBe(8);
  });

  it('looks once when rings may have been missed', async () => {
    live.listed(5);
    live.mayBeBehind();
    await settle();
    live.rang(5);
    await settle();
    expect(drive.pulls).toEqual([5]);
  });

  it('lists again when it is too far behind', async () => {
    live.listed(5);
    Object.assign(drive, { version: 5000, tooFarBehind: true });
    live.rang(5000);
    await settle();
    expect(resync).toHaveBeenCalledTimes(1);
    expect(applied).toEqual([]);
    expect(live.cursor).toBe(5000);
  });

  it('lists again when the server was set back', async () => {
    live.listed(5);
    drive.version = 2;
    live.mustListAgain();
    await settle();
    expect(live.cursor).toBe(2);
    drive.version = 3;
    live.rang(3);
    await settle();
    expect(applied).toEqual([3]);
  });

  it('goes on at the next ring after a failure', async () => {
    live.listed(5);
    drive.broken = new Error('offline');
    drive.version = 6;
    live.rang(6);
    await settle();
    expect(failed).toHaveBeenCalledWith(drive.broken);
    drive.broken = null;
    live.rang(6);
    await settle();
    expect(applied).toEqual([6]);
  });
});
