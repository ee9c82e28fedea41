import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { PartedRecords } from './parted-records.js';

interface Record {
  key: string;
  at: Date;
  size: number | null;
}

describe('records in parts', () => {
  const open: PartedRecords<Record>[] = [];
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });

  async function partsOf(records: readonly Record[], mostBytes?: number): Promise<Record[][]> {
    const parted = new PartedRecords<Record>(mostBytes);
    open.push(parted);
    for (const record of records) await parted.add(record.key, record);
    const parts: Record[][] = [];
    for (let part = 0; part < PartedRecords.parts; part += 1)
      parts.push(await Array.fromAsync(parted.part(part)));
    return parts;
  }

  const record = fc.record({
    key: fc.string({ maxLength: 3 }),
    at: fc.date({ noInvalidDate: true }),
    size: fc.option(fc.nat()),
  });

  it('come back as they were, in order, those of one key in one part, from memory or from the disk', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record), fc.constantFrom(1, 300, undefined), async (records, mostBytes) => {
        const parts = await partsOf(records, mostBytes);
        const keys = parts.flatMap((part) => [...new Set(part.map(({ key }) => key))]);
        expect(keys).toHaveLength(new Set(records.map(({ key }) => key)).size);
        for (const part of parts) {
          const its = new Set(part.map(({ key }) => key));
          expect(part).toEqual(records.filter(({ key }) => its.has(key)));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('are spread evenly', async () => {
    const records = Array.from({ length: 6400 }, (_, n) => ({
      key: `element-${n}`,
      at: new Date(0),
      size: n,
    }));
    const sizes = (await partsOf(records)).map((part) => part.length);
    expect(Math.max(...sizes)).toBeLessThan(200);
  });
});
