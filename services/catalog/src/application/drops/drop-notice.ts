import { backoffMs, ROOT_ID, type DriveId, type OpId } from '@skyshelf/contracts';
import { defineJobKind, type JobKind } from '@skyshelf/jobs';
import { z } from 'zod';
import { nothingReceived } from '../../domain/shares.js';
import { ownOrigin, type Catalog, type CatalogCommand, type CatalogSideWriter } from '../catalog.js';
import { stored, type StoredShare } from '../shares/share-deps.js';

const DROP_KIND = 'drop-notice';
/** Files that come within this time make one notice. */
export const GATHER_MS = 10 * 60_000;
const retryPauses = { firstMs: 2_000, maxMs: 600_000 };

/** `from`: the number of files that had come before. */
const said = z.object({ from: z.number(), files: z.number(), folder: z.string() });
const payload = z.object({ link: z.string(), said: said.optional() });
export type DropNotice = { link: string } & z.infer<typeof said>;

/** The first file begins to gather; others join. */
export async function gather(
  side: CatalogSideWriter,
  drive: DriveId,
  { id: link, received = nothingReceived, gatheredFrom }: StoredShare,
): Promise<{ gatheredFrom: number }> {
  if (gatheredFrom !== undefined) return { gatheredFrom };
  const key = `${DROP_KIND}:${drive}:${link}:${received.files}`;
  await side.enqueue({ key, kind: DROP_KIND, payload: { link }, delayMs: GATHER_MS });
  return { gatheredFrom: received.files };
}

export const dropKind = (
  catalog: () => Catalog,
  say: (drive: DriveId, notice: DropNotice) => Promise<unknown>,
): JobKind<unknown> =>
  defineJobKind({
    kind: DROP_KIND,
    payload,
    parallel: 1,
    tries: 20,
    keptMs: 0,
    pauseMs: (tries) => backoffMs(retryPauses, tries),
    run: async ({ drive, payload: { link, said: notice } }) => {
      if (drive && notice) await say(drive, { link, ...notice });
      else if (drive) await endGathering(catalog(), drive, link);
    },
  });

const endGathering = ({ store, ids }: Catalog, drive: DriveId, link: string): Promise<null> =>
  store.withDrive(drive, `${DROP_KIND}:${ids.next()}` as OpId, gathered(drive, link), ownOrigin(false));

/** The job that says it is entered in the same step, so later files are of the next notice. */
const gathered = (
  drive: DriveId,
  link: string,
): CatalogCommand<{ kept: StoredShare | null; folder: string }, null> => ({
  name: 'end-gathering',
  payload: { link },
  read: async (reader) => {
    const kept = await reader.side<StoredShare>('shares').get(link);
    const root = await reader.get(kept?.share.roots[0] ?? ROOT_ID);
    return { kept, folder: root?.name ?? '' };
  },
  decide: () => ({ event: null, answer: null }),
  alongside: async (side, { slice: { kept, folder } }) => {
    if (!kept || kept.gatheredFrom === undefined) return;
    const { share, received = nothingReceived, gatheredFrom: from } = kept;
    await side.put<StoredShare>('shares', stored(share, { received }));
    const notice = { from, files: received.files - from, folder };
    const key = `${DROP_KIND}:${drive}:${link}:${from}:said`;
    await side.enqueue({ key, kind: DROP_KIND, payload: { link, said: notice } });
  },
});
