import type { ClientSession } from 'mongodb';
import type { OpId } from '@skyshelf/contracts';
import type { RowSource } from '../drive-storage.js';
import type { Row } from '../port.js';
import { sideOf } from './collections.js';
import { driveKeyOf, type DriveDocument } from './documents.js';
import type { FencedDrives } from './fence.js';
import { rowQueries } from './row-queries.js';
import { sideQueries } from './side-queries.js';

export interface DriveReadsOptions extends FencedDrives {
  indexFor(fields: readonly string[]): string | undefined;
  session?: ClientSession;
}

export function driveReads<R extends Row>({ _id: drive, gen }: DriveDocument, options: DriveReadsOptions) {
  const { collections, indexFor, session } = options;
  const driveKey = driveKeyOf(drive, gen);
  const read = session ? { session } : {};
  const rows: RowSource<R> = rowQueries<R>({
    elements: collections.elements,
    withDriveKey: (query) => query(driveKey),
    read,
    indexFor,
  });
  return {
    driveKey,
    rows,
    side: (name: string) => sideQueries(sideOf(collections, name), drive, read),
    async operations(opIds: readonly OpId[]) {
      const projection = { opId: 1, hash: 1, answer: 1 };
      const found = await collections.events
        .find({ drive, opId: { $in: [...opIds] } }, { ...read, projection })
        .toArray();
      return found.flatMap(({ opId, hash, answer }) => (opId && hash ? { opId, hash, answer } : []));
    },
  };
}
