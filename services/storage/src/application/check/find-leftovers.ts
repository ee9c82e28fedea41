import type { Storage } from '../storage.js';
import { problem, type Problem } from './problem.js';

/** Of each sort. */
const MOST = 100;

/** Of cut-off uploads. */
export async function findLeftovers({ checked }: Pick<Storage, 'checked'>, before: Date): Promise<Problem[]> {
  const told = (what: string, { _id, expires }: { _id: string; expires: Date | null }): Problem =>
    problem(
      'upload-ended',
      `The ${what} ${_id} ran out at ${expires?.toISOString() ?? ''} and is still there.`,
    );
  const inParts = await checked.expiredUploads(before, MOST);
  const unfinished = await checked.expiredBlobs(before, MOST);
  return [
    ...inParts.map((each) => told('upload in parts', each)),
    ...unfinished.map((each) => told('unfinished blob', each)),
  ];
}
