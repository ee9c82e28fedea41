import type { Collection, Db, IndexDescription, MongoClient } from 'mongodb';
import type { Job } from '../job.js';

export type JobDocument = Omit<Job, 'payload' | 'group'> & {
  expires?: Date;
};

/** It describes the jobs of a service that are older than this library. */
export interface JobShape {
  group: string;
  fieldsOf(payload: unknown): object;
  payloadOf(document: object): unknown;
}

export const plainShape: JobShape = {
  group: 'group',
  fieldsOf: (payload) => ({ payload }),
  payloadOf: (document) => ('payload' in document ? document.payload : undefined),
};

export interface MongoJobsOptions {
  client: MongoClient;
  db: Db;
  /** It dates requests; leases and pauses use the database's clock. */
  clock: { now(): Date };
  /** A sole owner of its data keeps its name over restarts. */
  worker: string;
  kinds: readonly { kind: string; keptMs?: number | undefined }[];
  shape?: JobShape;
}

export interface JobsCollection extends Required<MongoJobsOptions> {
  jobs: Collection<JobDocument>;
  jobOf(document: JobDocument): Job;
  documentOf(job: Job): JobDocument;
  keys: ReturnType<typeof keysOf>;
}

export const COMMITTED = { writeConcern: { w: 'majority', journal: true } } as const;

export function openJobs({ shape = plainShape, ...options }: MongoJobsOptions): JobsCollection {
  return {
    ...options,
    shape,
    jobs: options.db.collection<JobDocument>('jobs', COMMITTED),
    jobOf: (document) => {
      const { [shape.group]: group = null, ...fields } = document as unknown as Record<string, unknown>;
      return { ...fields, group, payload: shape.payloadOf(document) } as unknown as Job;
    },
    documentOf: ({ payload, group, ...fields }) => ({
      ...fields,
      ...(group !== null && { [shape.group]: group }),
      ...shape.fieldsOf(payload),
    }),
    keys: keysOf(shape),
  };
}

/**
 * The indexes are also hints. `(kind, lane, turn, _id)` of open jobs is each kind's queue; `(kind, drive, turn)` the
 * end of a drive's; `(drive, group)` finds related and failed jobs. `ended` counts ended ones.
 */
const keysOf = ({ group }: Pick<JobShape, 'group'>) => ({
  queue: { kind: 1, lane: 1, turn: 1, _id: 1 } as const,
  driveQueue: { kind: 1, drive: 1, turn: -1 } as const,
  groups: { drive: 1, [group]: 1 } as const,
  givenUp: { drive: 1, ended: -1 } as const,
  givenUpGroups: { [group]: 1, drive: 1 } as const,
  ended: { open: 1, state: 1, ended: -1, kind: 1 } as const,
  later: { later: 1 } as const,
});

export function jobsPlan(shape: Pick<JobShape, 'group'> = plainShape): { jobs: IndexDescription[] } {
  const keys = keysOf(shape);
  const open = { partialFilterExpression: { open: true } };
  const failed = { partialFilterExpression: { state: 'failed' } };
  return {
    jobs: [
      { key: keys.queue, ...open },
      { key: keys.driveQueue, ...open },
      { key: keys.groups, ...open },
      { key: keys.givenUp, ...failed },
      { key: keys.givenUpGroups, ...failed },
      { key: keys.ended, partialFilterExpression: { open: false } },
      { key: { drive: 1 } },
      { key: keys.later, partialFilterExpression: { later: { $exists: true } } },
      { key: { expires: 1 }, expireAfterSeconds: 0 },
    ],
  };
}

export const isDue = { $expr: { $lte: ['$due', '$$NOW'] } };
export const inMs = (amount: number | object) => ({
  $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount },
});
