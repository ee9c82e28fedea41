import type { DriveId } from '@skyshelf/contracts';
import type { ModelDifference } from '@skyshelf/event-store';
import type { PurgeProcess } from '../../domain/long-process.js';
import type { Reservation } from '../../domain/reservation.js';
import type { Catalog } from '../catalog.js';
import { DriveSurvey } from './drive-survey.js';
import { rowPages } from './read-all-rows.js';
import { wrongCounters, wrongReserved, type Problem } from './row-problems.js';

export type { Problem };

/** For a drive that is written while it is read. */
const tries = 5;

/** The rules of docs/architecture.md. Keeps the tree of folders in memory. */
export async function checkDrive(catalog: Pick<Catalog, 'store'>, drive: DriveId): Promise<Problem[]> {
  for (let attempt = 1; ; attempt += 1) {
    const version = await catalog.store.version(drive);
    const problems = await problemsOf(catalog, drive);
    // Reads during a write come from several moments and prove nothing.
    const moved = (await catalog.store.version(drive)) !== version;
    if (problems.length === 0 || !moved || attempt === tries) return problems;
  }
}

async function problemsOf(catalog: Pick<Catalog, 'store'>, drive: DriveId): Promise<Problem[]> {
  const { store } = catalog;
  const survey = new DriveSurvey();
  try {
    for await (const page of rowPages(catalog, drive)) await survey.see(page);
    const reader = await store.reader(drive);
    const purges = await reader.side<PurgeProcess>('processes').find({ kind: 'purge' });
    const limbos = new Set(purges.flatMap(({ roots }) => roots.map(({ limboId }) => limboId)));
    const reservations = await reader.side<Reservation>('reservations').find({});
    const difference = await store.difference(drive);
    return [
      ...(difference ? [{ rule: 'live-equals-replay' as const, message: inWords(difference) }] : []),
      ...(await survey.problems(limbos)),
      ...wrongCounters(survey.counted, reader.state()),
      ...survey.depthProblems(reader.state().bounds.depth),
      ...wrongReserved(reservations, reader.state()),
    ];
  } finally {
    await survey.close();
  }
}

const SHOWN = 200;

const inWords = ({ kept, replayed }: ModelDifference): string =>
  `The read model differs from the stream: kept ${kept?.slice(0, SHOWN) ?? 'nothing'}, replayed ${replayed?.slice(0, SHOWN) ?? 'nothing'}.`;
