import type { PurgeProcess } from '../../domain/long-process.js';
import type { PurgePortion, PurgeSlice } from '../../domain/purge-elements.js';
import type { Reader } from './read-folder.js';

/** With what is left of the portion that is its turn. */
export async function readPurge(
  reader: Reader,
  processId: string,
  { ids, last }: PurgePortion,
): Promise<PurgeSlice> {
  const process = await reader.side<PurgeProcess>('processes').get(processId);
  if (!process || ids.length === 0) return { process, rows: [], last };
  const found = new Map((await reader.find({ id: { in: ids } })).map((row) => [row.id, row]));
  return { process, rows: ids.flatMap((id) => found.get(id) ?? []), last };
}
