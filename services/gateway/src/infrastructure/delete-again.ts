import type { DriveId } from '@skyshelf/contracts';
import { createMongoJobs, type MongoJobs } from '@skyshelf/jobs';
import type { Recovery } from '@skyshelf/service';
import type { ClientSession, Db } from 'mongodb';
import { DELETE_ACCOUNT, deletionJobKey } from '../application/delete-account.js';
import type { AccountDocument } from './accounts.js';
import type { DeletionDocument } from './deletions.js';
import type { SessionDocument } from './sessions.js';

const durable = { writeConcern: { w: 'majority', j: true } } as const;

export const recovery: Recovery = {
  /** Due at once, so no one can keep them; the job is carried out when the gateway runs. */
  async deleteAgain(db, drives, now) {
    const { client } = db;
    const kinds = [{ kind: DELETE_ACCOUNT }];
    const jobs = createMongoJobs({ client, db, clock: { now: () => now }, worker: 'restored', kinds });
    for (const drive of drives)
      await client.withSession((session) =>
        session.withTransaction(() => enqueue({ db, jobs, session }, drive, now), durable),
      );
  },
};

interface Entering {
  db: Db;
  jobs: Pick<MongoJobs, 'add'>;
  session: ClientSession;
}

/** Enters the job even if the account is gone: one of the other services may know the drive again. */
async function enqueue({ db, jobs, session }: Entering, drive: DriveId, now: Date): Promise<void> {
  const deletions = db.collection<DeletionDocument>('deletions');
  const open = await deletions.findOne({ _id: drive, endedAt: null }, { session });
  const askedAt = open?.askedAt ?? now;
  const due = { askedAt, dueAt: now, begunAt: now, forgotten: [], movedAt: now, endedAt: null };
  await deletions.replaceOne({ _id: drive }, due, { session, upsert: true });
  const closing = { $set: { state: 'closing' as const } };
  await db.collection<AccountDocument>('accounts').updateOne({ drive }, closing, { session });
  const sessions = db.collection<SessionDocument>('sessions');
  await sessions.updateMany({ drive, revokedAt: null }, { $set: { revokedAt: now } }, { session });
  const key = deletionJobKey(drive, askedAt);
  await jobs.add(session, [{ key, kind: DELETE_ACCOUNT, drive: null, payload: { drive } }]);
}
