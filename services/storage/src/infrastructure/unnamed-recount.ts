import type { DriveId } from '@skyshelf/contracts';
import type { ClientSession, Document, MongoClient } from 'mongodb';
import { type StorageCollections, inTransaction } from './collections.js';

type Counted = Pick<StorageCollections, 'blobs' | 'uploads' | 'unnamed'>;
type Sum = { _id: DriveId; bytes: number };

export class UnnamedRecount {
  constructor(
    private readonly client: MongoClient,
    private readonly collections: Counted,
  ) {}

  differences(drive: DriveId | null): Promise<{ drive: DriveId; counted: number; actual: number }[]> {
    return this.client.withSession({ snapshot: true }, async (session) => {
      const recounted = await this.count(session, drive);
      const ofDrive = drive === null ? {} : { _id: drive };
      const kept = await this.collections.unnamed.find(ofDrive, { session }).toArray();
      const counters = new Map(kept.map(({ _id, bytes }) => [_id, bytes]));
      const drives = [...new Set([...recounted.keys(), ...counters.keys()])];
      return drives
        .map((each) => ({
          drive: each,
          counted: counters.get(each) ?? 0,
          actual: recounted.get(each) ?? 0,
        }))
        .filter(({ counted, actual }) => counted !== actual);
    });
  }

  async repair(drive: DriveId): Promise<void> {
    await inTransaction(this.client, async (session) => {
      // Written first: concurrent changes move the counter too, and retry.
      await this.collections.unnamed.updateOne(
        { _id: drive },
        { $set: { bytes: 0 } },
        { session, upsert: true },
      );
      const bytes = (await this.count(session, drive)).get(drive) ?? 0;
      await this.collections.unnamed.updateOne({ _id: drive }, { $set: { bytes } }, { session });
    });
  }

  private async count(session: ClientSession, drive: DriveId | null): Promise<Map<DriveId, number>> {
    const { blobs, uploads } = this.collections;
    const of = drive === null ? {} : { drive };
    const isDate = { $type: 'date' };
    const found = [
      await blobs
        .aggregate<Sum>(sumOf({ ...of, condemned: isDate, unnamed: 'counted' }, '$size'), { session })
        .toArray(),
      await blobs
        .aggregate<Sum>(sumOf({ ...of, expires: isDate, condemned: null, unnamed: 'counted' }, '$size'), {
          session,
        })
        .toArray(),
      await uploads
        .aggregate<Sum>(sumOf({ ...of, state: { $in: ['open', 'joining'] } }, '$grant.size'), { session })
        .toArray(),
    ];
    const sums = new Map<DriveId, number>();
    for (const { _id, bytes } of found.flat()) sums.set(_id, (sums.get(_id) ?? 0) + bytes);
    return sums;
  }
}

const sumOf = (filter: Document, size: string): Document[] => [
  { $match: filter },
  { $group: { _id: '$drive', bytes: { $sum: size } } },
];
