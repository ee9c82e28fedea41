import type { Job } from './job.js';

type Placed = Pick<Job, '_id' | 'turn'>;

/**
 * Who gets which turn when some of a drive's waiting jobs are to go first: they take the turns of those in front, which get theirs. So the drive has the
 * same turns as before, and no other drive waits longer.
 * @param first the first waiting jobs of the drive, as many as `wanted`, by their turns
 */
export function tradeTurns(wanted: readonly Placed[], first: readonly Placed[]): Placed[] {
  const inFront = new Set(first.map(({ _id }) => _id));
  const chosen = new Set(wanted.map(({ _id }) => _id));
  const behind = wanted.filter(({ _id }) => !inFront.has(_id)).toSorted((a, b) => a.turn - b.turn);
  const displaced = first.filter(({ _id }) => !chosen.has(_id));
  return behind.flatMap((job, index) => {
    const other = displaced[index];
    return other
      ? [
          { _id: job._id, turn: other.turn },
          { _id: other._id, turn: job.turn },
        ]
      : [];
  });
}
