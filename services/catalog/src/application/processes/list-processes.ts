import type { LongProcess } from '../../domain/long-process.js';
import type { Account, Catalog } from '../catalog.js';

export interface ProcessView {
  process: string;
  kind: 'copy' | 'delete' | 'tag';
  /** Elements. */
  done: number;
  /** null while no one has counted. */
  total: number | null;
}

const kinds = { copy: 'copy', purge: 'delete', retag: 'tag' } as const;

/** What is under way in a drive in chunks. */
export async function listProcesses({ store }: Catalog, { drive }: Account): Promise<ProcessView[]> {
  const reader = await store.reader(drive);
  const processes = await reader.side<LongProcess>('processes').find({});
  return processes.map((process) => ({
    process: process.id,
    kind: kinds[process.kind],
    done: process.done,
    total: process.kind === 'copy' ? Math.max(process.total, process.done) : null,
  }));
}
