import type { CatalogEvent, OpId } from '@skyshelf/contracts';
import type { JobRequest } from '@skyshelf/jobs';
import { z } from 'zod';
import type { DeletionTrash } from '../../domain/delete-elements.js';
import { daysMs, type TrashWork } from '../../domain/trash.js';
import type { Catalog, CatalogSideWriter } from '../catalog.js';

export const TRASH_KIND = 'trash';
export const trashPayload = z.object({ work: z.string() });

export const trashJob = (id: string, key = id): Omit<JobRequest<z.infer<typeof trashPayload>>, 'drive'> => ({
  key: `${TRASH_KIND}:${key}`,
  kind: TRASH_KIND,
  payload: { work: id },
});

/** To be done by a job, or by the next hourly look if that is lost. */
export async function workOnTrash(side: CatalogSideWriter, work: TrashWork): Promise<void> {
  await side.put<TrashWork>('trash', work);
  const key = work.kind === 'due' ? `due:${work.expires.getTime()}` : work.id;
  await side.enqueue(trashJob(work.id, key));
}

type Deleted = Extract<CatalogEvent, { type: 'catalog.elements.deleted' }>;

export async function keepInTrash(
  side: CatalogSideWriter,
  { process, limbo, trash }: Deleted,
  settings: DeletionTrash | null,
  now: Date,
): Promise<void> {
  if (settings && !settings.isDue) {
    const expires = new Date(now.getTime() + daysMs(settings.days));
    await side.put<TrashWork>('trash', { id: 'due', kind: 'due', expires });
  }
  if (process !== null && trash?.counted === null) {
    const roots = limbo.map(({ id }) => id);
    await workOnTrash(side, { id: process, kind: 'count', roots, expires: now });
  }
}

export const ownOpId = ({ ids }: Pick<Catalog, 'ids'>, what: string): OpId => `${what}:${ids.next()}` as OpId;
