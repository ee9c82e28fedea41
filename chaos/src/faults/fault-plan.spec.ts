import { describe, expect, it } from 'vitest';
import type { Victim } from '../target/target.js';
import { kindsOf, planFaults } from './fault-plan.js';

const still = async () => {};
const victim = (name: string, family: Victim['family'], canBeCut = true): Victim => ({
  name,
  family,
  kill: still,
  revive: still,
  pause: still,
  resume: still,
  ...(canBeCut && { cut: { break: still, reconnect: still } }),
});
const cluster = [
  victim('catalog-1', 'service'),
  victim('media-2', 'service', false),
  ...[1, 2, 3].flatMap((at) => [victim(`mongod-${at}`, 'mongod'), victim(`kafka-${at}`, 'kafka')]),
  victim('s3', 's3'),
];

describe('the plan of faults', () => {
  it('is the same for the same seed and another for any other', () => {
    const plan = planFaults(cluster, { seed: 'a', minutes: 5 });
    expect(planFaults(cluster, { seed: 'a', minutes: 5 })).toEqual(plan);
    expect(planFaults(cluster, { seed: 'b', minutes: 5 })).not.toEqual(plan);
  });

  it('has every kind of fault once before one comes again', () => {
    const kinds = kindsOf(cluster);
    expect(kinds).toHaveLength(12);
    const plan = planFaults(cluster, { seed: 'a', minutes: 20 });
    expect(new Set(plan.slice(0, kinds.length).map(({ kind }) => kind))).toEqual(new Set(kinds));
    expect(plan.length).toBeGreaterThan(60);
  });

  it('strikes only what can suffer it', () => {
    for (const { blow, victim: name } of planFaults(cluster, { seed: 'c', minutes: 20 }))
      if (blow === 'cut') expect(cluster.find((each) => each.name === name)?.cut).toBeDefined();
    const stuck = planFaults(cluster, { seed: 'c', minutes: 1, kinds: ['service-stuck'] });
    expect(stuck.length).toBeGreaterThan(5);
    expect(() => planFaults([], { seed: 'c', minutes: 1, kinds: ['s3-kill'] })).toThrow('Nothing here');
  });

  it('leaves what was killed away for as long as is asked', () => {
    const plan = planFaults(cluster, { seed: 'a', minutes: 2, kinds: ['kafka-kill'], downs: [4_000, 7_000] });
    expect(plan.length).toBeGreaterThan(5);
    for (const { forMs } of plan) expect(forMs >= 4_000 && forMs <= 7_000).toBe(true);
  });

  it('is empty when no kind is asked for', () => {
    expect(planFaults(cluster, { seed: 'a', minutes: 1, kinds: [] })).toEqual([]);
  });
});
