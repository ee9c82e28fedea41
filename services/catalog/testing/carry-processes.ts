import type { DriveId } from '@skyshelf/contracts';
import { createMongoJobs, type DriveJobs, type JobKind, type MongoJobs } from '@skyshelf/jobs';
import { systemClock } from '@skyshelf/tokens';
import type { Db, MongoClient } from 'mongodb';
import type { Catalog } from '#src/application/catalog.js';
import { fullChunks } from '#src/application/processes/chunk-pace.js';
import { processKind } from '#src/application/processes/process-kind.js';
import { trashKind } from '#src/application/trash/trash-kinds.js';
import { untilFree } from './until-free.js';

/** The queue of a store that is opened by a test. */
export const mongoJobs = ({ client, db }: { client: MongoClient; db: Db }): MongoJobs =>
  createMongoJobs({
    client,
    db,
    clock: systemClock,
    worker: 'test',
    kinds: [
      { kind: 'process', keptMs: 0 },
      { kind: 'trash', keptMs: 0 },
    ],
  });

interface Carrying {
  catalog: Catalog;
  jobs: { ofDrive(drive: DriveId, most: number): Promise<Pick<DriveJobs, 'waiting'>> };
}

/** Does at once what jobs wait for in a drive, and what follows from that; holds are left alone. The jobs stay. */
export async function carryProcesses({ catalog, jobs }: Carrying, drive: DriveId): Promise<void> {
  const kinds: JobKind<unknown>[] = [
    processKind(
      () => catalog,
      1,
      () => fullChunks,
    ),
    trashKind(() => catalog, 1),
  ];
  const done = new Set<string>();
  const context = { signal: new AbortController().signal } as Parameters<JobKind<unknown>['run']>[1];
  for (;;) {
    const { waiting } = await jobs.ofDrive(drive, 100);
    const next = waiting.find(({ _id }) => !done.has(_id));
    if (!next) return;
    done.add(next._id);
    const kind = kinds.find((each) => each.kind === next.kind);
    await untilFree(async () => kind?.run(next, context));
  }
}
