import type { IndexPlan } from '@skyshelf/event-store';
import { jobsPlan } from '@skyshelf/jobs';
import type { UnnamedState } from '../domain/blob.js';

const isDate = { $type: 'date' };

export const indexes: IndexPlan = {
  ...jobsPlan(),
  blobs: [
    { key: { once: 1 }, unique: true, partialFilterExpression: { finished: isDate } },
    { key: { expires: 1 }, partialFilterExpression: { expires: isDate } },
    { key: { condemned: 1 }, partialFilterExpression: { condemned: isDate } },
    { key: { 'announcement.due': 1 }, partialFilterExpression: { 'announcement.due': isDate } },
    { key: { hashDue: 1 }, partialFilterExpression: { hashDue: isDate } },
    { key: { source: 1 }, partialFilterExpression: { source: { $type: 'string' } } },
    { key: { drive: 1, _id: 1 } },
    {
      key: { unnamed: 1, drive: 1, size: 1 },
      partialFilterExpression: { unnamed: 'fresh' satisfies UnnamedState },
    },
  ],
  uploads: [{ key: { expires: 1 } }, { key: { drive: 1, begun: -1 } }],
  archives: [{ key: { drive: 1, ask: 1, expires: -1 } }, { key: { expires: 1 } }],
  archivePages: [{ key: { list: 1 } }, { key: { drive: 1 } }],
  takeouts: [{ key: { expires: 1 } }, { key: { asked: 1 } }],
  refs: [
    { key: { blobId: 1, gone: 1 } },
    { key: { gone: 1 }, partialFilterExpression: { gone: isDate } },
    { key: { drive: 1 } },
  ],
};
