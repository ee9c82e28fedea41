import type { Job } from './job.js';

type Placed = Pick<Job, '_id' | 'turn'>;

/**
 * Prioritized jobs swap turns with the drive's first ones: no other drive waits longer.
 * @param first as many as `wanted`, by turn
 */
export function swapTurns(wanted: readonly Placed[], first: readonly Placed[]): Placed[] {
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
