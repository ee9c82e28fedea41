import { declareGauge, measureGauge, throttled, type Metrics } from '@skyshelf/telemetry';
import type { Db } from 'mongodb';

const usedBytes = declareGauge({
  name: 'skyshelf_used_bytes',
  help: 'What is kept in all drives, as quotas count it; summed at most every ten minutes.',
});

const EVERY_MS = 600_000;

export function sumUsedBytes(db: Db, metrics: Metrics): void {
  const drives = db.collection<{ used: number }>('drives');
  let sum: number | null = null;
  const read = throttled(async () => {
    const total = [{ $group: { _id: null, used: { $sum: '$used' } } }];
    const [found] = await drives
      .aggregate<{ used: number }>(total, { readPreference: 'secondaryPreferred' })
      .toArray();
    sum = found?.used ?? 0;
  }, EVERY_MS);
  measureGauge(metrics, usedBytes, async () => {
    await read();
    return sum;
  });
}
