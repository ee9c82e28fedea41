import type { IndexPlan } from '@skyshelf/event-store';
import { jobsPlan } from '@skyshelf/jobs';

const revoked = { partialFilterExpression: { revokedAt: { $type: 'date' } } };
const goes = { key: { expires: 1 }, expireAfterSeconds: 0 } as const;

export const indexes: IndexPlan = {
  ...jobsPlan(),
  accounts: [
    { key: { drive: 1 }, unique: true },
    { key: { state: 1 }, name: 'closing', partialFilterExpression: { state: 'closing' } },
  ],
  sessions: [
    { key: { drive: 1 } },
    { key: { lastSeenAt: 1 } },
    // An expired token is refused by its own date, so its session may go.
    { key: { expires: 1 }, expireAfterSeconds: 3600 },
    { key: { expires: 1, _id: 1 }, name: 'revoked', ...revoked },
    { key: { revokedAt: 1, _id: 1 }, name: 'revokedInOrder', ...revoked },
  ],
  deletions: [
    {
      key: { 'offer.hash': 1 },
      unique: true,
      partialFilterExpression: { 'offer.hash': { $type: 'string' } },
    },
    { key: { endedAt: 1, askedAt: -1 } },
  ],
  audit: [{ key: { at: -1, _id: -1 } }],
  connectionOffers: [goes, { key: { drive: 1 } }],
  signInAttempts: [goes],
  'notice-mails': [goes],
  shareTries: [goes],
  shareDownloads: [goes],
};
