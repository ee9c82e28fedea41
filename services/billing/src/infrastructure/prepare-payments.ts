import type { Db } from 'mongodb';

/** By what payments are found. May run in many processes at once. */
export async function preparePayments(db: Db): Promise<void> {
  const payments = db.collection('payments');
  await payments.createIndexes([
    { key: { subscription: 1 } },
    { key: { transaction: 1 } },
    { key: { drive: 1 } },
    { key: { kind: 1, drive: 1 } },
    { key: { received: -1, _id: 1 } },
  ]);
}
