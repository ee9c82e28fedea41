import type { DeletionList, Problem } from '@skyshelf/contracts';
import type { Clock } from '@skyshelf/tokens';
import { deletionState, isStuck, type Deletion } from '../domain/deletion.js';
import type { DeletionStore } from './gateway.js';

/** More than will ever be open at once. */
const MOST = 10_000;

export async function showDeletions(deletions: DeletionStore, limit: number): Promise<DeletionList> {
  return { deletions: (await deletions.list(limit)).map(viewOf) };
}

export async function findStuckDeletions(deletions: DeletionStore, clock: Clock): Promise<Problem[]> {
  const now = clock.now();
  const still = (await deletions.list(MOST)).filter((each) => isStuck(each, now));
  return [
    ...still.map(stuck),
    ...(await deletions.unrecorded()).map((drive) => ({
      rule: 'closing-is-recorded',
      message: `The account of the drive ${drive} is closing, and nothing deletes it.`,
      about: { drive },
    })),
  ];
}

const stuck = ({ drive, dueAt, movedAt, forgotten }: Deletion): Problem => ({
  rule: 'deletion-goes-on',
  message:
    `The deletion of the drive ${drive} was due at ${dueAt.toISOString()} and stands still since ${movedAt.toISOString()}; ` +
    `removed from: ${forgotten.join(', ') || 'no service'}.`,
  about: { drive },
});

const viewOf = (deletion: Deletion): DeletionList['deletions'][number] => ({
  drive: deletion.drive,
  state: deletionState(deletion),
  asked: deletion.askedAt.toISOString(),
  due: deletion.dueAt.toISOString(),
  ended: deletion.endedAt?.toISOString() ?? null,
  forgotten: deletion.forgotten,
});
