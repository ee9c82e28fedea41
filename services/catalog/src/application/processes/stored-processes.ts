import type { JobRequest } from '@skyshelf/jobs';
import { z } from 'zod';
import type { ElementId, UploadId } from '@skyshelf/contracts';
import { type LongProcess, type CopyProcess, type ImportProcess, isHeld } from '../../domain/long-process.js';
import { type CatalogSideWriter, reserve, type Account, type Catalog } from '../catalog.js';
import type { Reservation } from '../../domain/drive-room.js';

export const PROCESS_KIND = 'process';
export const processPayload = z.object({ process: z.string() });
type ProcessPayload = z.infer<typeof processPayload>;

export const processJob = (
  { id }: Pick<LongProcess, 'id'>,
  delayMs = 0,
): Omit<JobRequest<ProcessPayload>, 'drive'> => ({
  key: `${PROCESS_KIND}:${id}`,
  kind: PROCESS_KIND,
  payload: { process: id },
  delayMs,
});

export async function beginProcess<P extends LongProcess>(
  side: CatalogSideWriter,
  process: P,
  delayMs = 0,
): Promise<void> {
  await side.put('processes', process);
  await side.enqueue(processJob(process, delayMs));
}

const never = new Date('9999-12-31T00:00:00.000Z');

export async function keepWithRoom(
  side: CatalogSideWriter,
  before: { reserved: number } | null,
  after: CopyProcess | ImportProcess,
): Promise<void> {
  await reserve(side, after.reserved - (before?.reserved ?? 0));
  await side.put<CopyProcess | ImportProcess>('processes', after);
  // Reserves no name: no folder has this id.
  const place = { folderId: after.id as ElementId, name: '', nameKey: '' };
  await side.put<Reservation>('reservations', {
    id: after.id as UploadId,
    ...place,
    bytes: after.reserved,
    expires: never,
  });
}

export async function dropWithRoom(
  side: CatalogSideWriter,
  { id, reserved }: Pick<CopyProcess, 'id' | 'reserved'>,
): Promise<void> {
  await reserve(side, -reserved);
  await side.remove('processes', id);
  await side.remove('reservations', id);
}

export interface ProcessView {
  process: string;
  kind: 'copy' | 'delete' | 'tag' | 'import' | 'rewind';
  done: number;
  total: number | null;
}

const kinds = { copy: 'copy', purge: 'delete', retag: 'tag', import: 'import', rewind: 'rewind' } as const;

export async function listProcesses({ store, clock }: Catalog, { drive }: Account): Promise<ProcessView[]> {
  const reader = await store.reader(drive);
  const processes = await reader.side<LongProcess>('processes').find({});
  const underway = processes.filter((process) => !isHeld(process, clock.now()));
  return underway.map((process) => ({
    process: process.id,
    kind: kinds[process.kind],
    done: process.done,
    total: 'total' in process ? Math.max(process.total, process.done) : null,
  }));
}
