import type { Filter, Document } from 'mongodb';
import { z } from 'zod';
import { driveId, type ServiceName } from '@skyshelf/contracts';
import type { Check, Problem } from '../check.js';
import type { Installation } from '../../installation.js';

/** What has run out is cleaned by sweeps every few minutes; what is left after so long, milliseconds, is left for good. */
const PATIENCE_MS = 30 * 60_000;
const MOST = 100;

interface Leftover {
  service: ServiceName;
  collection: string;
  rule: string;
  filter: Filter<Document>;
  describe(id: string, expired: string): string;
}

const found = z.object({ _id: z.string(), expires: z.date() });

const kinds: Leftover[] = [
  {
    service: 'catalog',
    collection: 'reservations',
    rule: 'reservation-ended',
    filter: {},
    describe: (id, expired) => `The reservation ${id} ran out at ${expired} and still takes room.`,
  },
  {
    service: 'storage',
    collection: 'uploads',
    rule: 'upload-ended',
    filter: {},
    describe: (id, expired) => `The upload in parts ${id} ran out at ${expired} and is still there.`,
  },
  {
    service: 'storage',
    collection: 'blobs',
    rule: 'upload-ended',
    filter: { finished: null },
    describe: (id, expired) => `The unfinished blob ${id} ran out at ${expired} and is still there.`,
  },
];

/** An upload that was cut off leaves nothing behind after its time. */
export const leftovers: Check = {
  name: 'cut-off uploads',
  *subjects(installation, { drive }) {
    if (drive !== null) return;
    for (const kind of kinds) {
      yield { service: kind.service, drive: null, look: () => look(installation, kind) };
    }
  },
};

async function look(
  { db, now }: Installation,
  { service, collection, rule, filter, describe }: Leftover,
): Promise<Problem[]> {
  const before = new Date(now().getTime() - PATIENCE_MS);
  const documents = await db(service)
    .collection(collection)
    .find({ ...filter, expires: { $lt: before } })
    .limit(MOST)
    .toArray();
  return documents.map((document) => {
    const { _id, expires } = found.parse(document);
    const drive = service === 'catalog' ? driveId.safeParse(_id.split(':')[0]).data : undefined;
    return { rule, message: describe(_id, expires.toISOString()), ...(drive && { about: { drive } }) };
  });
}
