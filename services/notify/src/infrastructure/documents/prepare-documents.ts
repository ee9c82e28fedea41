import type { Db } from 'mongodb';

/** By what documents are found, and when they go. May run in many processes at once. */
export async function prepareDocuments(db: Db): Promise<void> {
  const goes = { key: { expires: 1 }, expireAfterSeconds: 0 } as const;
  await Promise.all([
    db.collection('mails').createIndexes([goes, { key: { drive: 1 } }, { key: { created: -1, _id: 1 } }]),
    db.collection('captcha-spends').createIndexes([goes]),
    db.collection('feeds').createIndexes([goes, { key: { 'items.picture.id': 1 }, sparse: true }]),
    db.collection('news-pictures').createIndexes([goes, { key: { feed: 1 } }]),
    db.collection('senders').createIndexes([goes]),
  ]);
}
