import { isHeld } from '../../domain/held-deletion.js';
import type { LongProcess } from '../../domain/long-process.js';
import type { Account, Catalog } from '../catalog.js';

export interface ProcessView {
  process: string;
  kind: 'copy' | 'delete' | 'tag' | 'import';
  done: number;
  /** null until counted. */
  total: number | null;
}

const kinds = { copy: 'copy', purge: 'delete', retag: 'tag', import: 'import' } as const;

/** Without deletions that wait to be undone. */
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
