import { limits, ROOT_ID, type ElementId } from '@skyshelf/contracts';
import type { Account, Catalog, CatalogSurvey } from '../catalog.js';
import type { FolderAddress } from '../slices/read-folder.js';
import type { Listings } from './listings.js';
import { atOneMoment } from './listing-rows.js';

export interface FolderMeasure {
  size: number;
  count: number;
}

/** Of one level, at a time. */
const foldersAtATime = 1000;

/** With all below; cached by the drive's version. */
export async function measureFolder(
  catalog: Catalog,
  listings: Listings,
  account: Account,
  address: FolderAddress,
): Promise<Buffer> {
  const version = await catalog.store.version(account.drive);
  const name = JSON.stringify([account.drive, 'measure', address.folderId ?? null, address.url]);
  const { bytes } = await listings.at(version, name, async () => {
    const question = { address, defaultLinks: false };
    const measured = await atOneMoment(catalog, account, question, ({ survey, folder: { folderId } }) =>
      measure(survey, folderId),
    );
    const { value, exact, folder } = measured;
    const answer = { folderId: folder.folderId, version: measured.version, ...value };
    return { version: measured.version, exact, bytes: Buffer.from(JSON.stringify(answer)) };
  });
  return bytes;
}

async function measure(survey: CatalogSurvey, folderId: ElementId): Promise<FolderMeasure> {
  if (folderId === ROOT_ID) {
    const { used, count } = survey.state();
    return { size: used, count };
  }
  const sum: FolderMeasure = { size: 0, count: 0 };
  let level = [folderId];
  for (let depth = 0; level.length > 0 && depth <= limits.maxDepth; depth += 1) {
    const below: ElementId[] = [];
    for (let start = 0; start < level.length; start += foldersAtATime) {
      const parents = { in: level.slice(start, start + foldersAtATime) };
      const [inside, folders] = await Promise.all([
        survey.total({ parentId: parents }, 'size'),
        survey.find({ parentId: parents, class: 'folder' }, { order: 'any' }),
      ]);
      sum.size += inside.sum;
      sum.count += inside.count;
      below.push(...folders.map(({ id }) => id));
    }
    level = below;
  }
  return sum;
}
