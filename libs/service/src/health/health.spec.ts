import { describe, expect, it, vi } from 'vitest';
import { rememberHealth } from './health.js';

describe('an answer about the health', () => {
  it('is given to all who ask within a second, and found again after it', async () => {
    let time = 0;
    let asked = 0;
    const ask = vi.fn(async () => ({ well: (asked += 1) > 1, checks: {} }));
    const health = rememberHealth(ask, () => time);
    const first = await Promise.all([health(), health()]);
    time = 999;
    expect([...first, await health()].map(({ well }) => well)).toEqual([false, false, false]);
    expect(ask).toHaveBeenCalledTimes(1);
    time = 1000;
    expect(await health()).toMatchObject({ well: true });
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
