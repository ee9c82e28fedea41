import type { Collection, Db, IndexDescription, MongoClient } from 'mongodb';
import type { Job } from '../job.js';

/** A job as it lies in the database. Its payload and group have the fields that the queue's shape gives them. */
export type JobDocument = Omit<Job, 'payload' | 'group'> & {
  /** When MongoDB removes it. */
  expires?: Date;
};

/** How payload and group lie in a job's document, for a service whose jobs lay in its database before there was this library. */
export interface JobShape {
  /** The field of the group. */
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
  /** The service's own database; the collection is `jobs`. */
  db: Db;
  /** Of requests; leases and pauses run by the database's clock. */
  clock: { now(): Date };
  /** This process's name. One that owns its data alone has the same at each start. */
  worker: string;
  /** The kinds that there are. */
  kinds: readonly { kind: string; keptMs?: number | undefined }[];
  shape?: JobShape;
}

/** What all parts of the adapter work with. */
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
 * Keys of the indexes; also their hints. `(kind, lane, turn, _id)` of the open jobs is the queue of each kind; `(kind, drive, turn)` shows where a drive's queue
 * ends; `(drive, group)` finds those that belong together. Ended jobs are counted by `ended`, those given up are found by their drives and groups.
 */
const keysOf = ({ group }: Pick<JobShape, 'group'>) => ({
  queue: { kind: 1, lane: 1, turn: 1, _id: 1 } as const,
  driveQueue: { kind: 1, drive: 1, turn: -1 } as const,
  groups: { drive: 1, [group]: 1 } as const,
  givenUp: { drive: 1, ended: -1 } as const,
  givenUpGroups: { [group]: 1, drive: 1 } as const,
  ended: { open: 1, state: 1, ended: -1, kind: 1 } as const,
});

/** The collection of jobs, and by what they are found. */
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
      { key: { expires: 1 }, expireAfterSeconds: 0 },
    ],
  };
}

export const isDue = { $expr: { $lte: ['$due', '$$NOW'] } };
export const inMs = (amount: number | object) => ({
  $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount },
});
