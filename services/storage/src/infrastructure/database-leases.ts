import { MongoServerError } from 'mongodb';
import type { Leases } from '../application/ports.js';
import type { StorageCollections } from './collections.js';

export class DatabaseLeases implements Leases {
  constructor(
    private readonly collections: StorageCollections,
    private readonly owner: string,
  ) {}

  async take(name: string, forMs: number): Promise<boolean> {
    const until = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: forMs } };
    const taken = [{ $set: { owner: this.owner, until } }];
    const free = { _id: name, $or: [{ owner: this.owner }, { $expr: { $lte: ['$until', '$$NOW'] } }] };
    if ((await this.collections.holds.updateOne(free, taken)).matchedCount === 1) return true;
    try {
      // A duplicate id means that another holds it.
      await this.collections.holds.updateOne({ _id: name, owner: { $exists: false } }, taken, {
        upsert: true,
      });
      return true;
    } catch (error) {
      if (error instanceof MongoServerError && error.code === 11_000) return false;
      throw error;
    }
  }

  async release(name: string): Promise<void> {
    await this.collections.holds.deleteOne({ _id: name, owner: this.owner });
  }
}
