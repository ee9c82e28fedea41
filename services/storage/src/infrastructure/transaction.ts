import type { ClientSession, MongoClient } from 'mongodb';

/** Durable; `work` may run again on a transient error. */
export const inTransaction = <T>(
  client: MongoClient,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> =>
  client.withSession((session) =>
    session.withTransaction(() => work(session), {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', journal: true },
    }),
  );
