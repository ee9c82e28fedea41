import { DomainError, type DriveId } from '@skyshelf/contracts';
import type { Collection } from 'mongodb';
import type { Installation } from '../installation.js';

interface ClaimDocument {
  _id: DriveId;
  run: string;
  /** Whose process was killed renews it no more. */
  until: Date;
}

/** Drives that are being restored, or were until somebody killed it. */
export async function claimsOf({
  db,
  now,
}: Pick<Installation, 'db' | 'now'>): Promise<{ drive: DriveId; underWay: boolean }[]> {
  const claims = await db('catalog').collection<ClaimDocument>('restores').find().toArray();
  return claims.map(({ _id, until }) => ({ drive: _id, underWay: until >= now() }));
}

const HELD_MS = 5 * 60_000;
const RENEW_MS = 30_000;
const DUPLICATE = 11_000;

/**
 * Says that a drive is being restored, so that what a broken-off restore has left can be told from a drive that people use. Stays until the drive is
 * whole or taken back.
 */
export class RestoreClaim {
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly claims: Collection<ClaimDocument>,
    private readonly drive: DriveId,
    private readonly run: string,
    /** True when an earlier restore was broken off. */
    readonly wasBroken: boolean,
    now: () => Date,
  ) {
    const renew = () =>
      claims.updateOne({ _id: drive, run }, { $set: { until: new Date(now().getTime() + HELD_MS) } });
    this.timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS).unref();
  }

  /** @throws DomainError `input.invalid` when another restore of the drive runs, or ended so lately that it may */
  static async take({ db, now }: Installation, drive: DriveId, run: string): Promise<RestoreClaim> {
    const claims = db('catalog').collection<ClaimDocument>('restores', {
      writeConcern: { w: 'majority', journal: true },
    });
    const until = new Date(now().getTime() + HELD_MS);
    const over = await claims.findOneAndUpdate(
      { _id: drive, until: { $lt: now() } },
      { $set: { run, until } },
    );
    if (!over) {
      try {
        await claims.insertOne({ _id: drive, run, until });
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === DUPLICATE)) throw error;
        const message =
          'This drive is being imported, or an import of it was killed: try again in five minutes.';
        throw new DomainError('input.invalid', { message });
      }
    }
    return new RestoreClaim(claims, drive, run, over !== null, now);
  }

  /** The drive is whole, or nothing of it is left. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.claims.deleteOne({ _id: this.drive, run: this.run });
  }

  /** Nobody knows: the next restore looks. */
  async leave(now: () => Date): Promise<void> {
    clearInterval(this.timer);
    await this.claims
      .updateOne({ _id: this.drive, run: this.run }, { $set: { until: now() } })
      .catch(() => undefined);
  }
}
