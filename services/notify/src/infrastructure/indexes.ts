import type { IndexPlan } from '@skyshelf/event-store';
import { jobsPlan } from '@skyshelf/jobs';

const goes = { key: { expires: 1 }, expireAfterSeconds: 0 } as const;

export const indexes: IndexPlan = {
  ...jobsPlan(),
  updates: [{ key: { date: -1, _id: 1 } }],
  mails: [goes, { key: { drive: 1 } }, { key: { created: -1, _id: 1 } }],
  'captcha-spends': [goes],
  feeds: [goes, { key: { 'items.picture.id': 1 }, sparse: true }],
  'news-pictures': [goes, { key: { feed: 1 } }],
  senders: [goes],
};
