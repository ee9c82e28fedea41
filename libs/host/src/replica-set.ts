import { setTimeout as pause } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoServerError, type Document, type MongoClient } from 'mongodb';
import { ensureUser, openAsMember, openMember, using, type DatabaseSecrets } from './database-user.js';
import { accepts } from './free-port.js';

const NOT_YET_INITIALIZED = 94;
const ALREADY_INITIALIZED = 23;
const POLL_MS = 10;

interface ReplicaSetOptions {
  port: number;
  name: string;
  /** It is undefined without a key file. */
  secrets: DatabaseSecrets | undefined;
  /** False for tests only: `w: majority` is answered before the journal. */
  majorityIsJournaled: boolean;
  deadlineMs: number;
}

/**
 * A writable one-member set: initiates fresh data, adopts a changed port. With secrets the user can sign in.
 * @throws {Error} when it isn't writable by the deadline
 */
export async function becomePrimary(options: ReplicaSetOptions, hasExited: () => boolean): Promise<void> {
  const deadline = Date.now() + options.deadlineMs;
  const guardTime = () => {
    if (hasExited()) throw new Error('mongod has stopped while starting');
    if (Date.now() > deadline) throw new Error(`mongod was not writable within ${options.deadlineMs} ms`);
  };
  while (!(await accepts(options.port))) {
    guardTime();
    await pause(POLL_MS);
  }
  const { port, secrets } = options;
  const limits = { serverSelectionTimeoutMS: options.deadlineMs };
  await using(openMember(port, limits), async (client) => {
    for (let hello = await runHello(client); !hello.isWritablePrimary; hello = await runHello(client)) {
      guardTime();
      if (hello.setName === undefined)
        await using(openAsMember(port, secrets?.memberKey, limits), (member) => configure(member, options));
      await pause(POLL_MS);
    }
  });
  if (secrets) await ensureUser(port, secrets, limits);
}

function runHello(client: MongoClient): Promise<Document> {
  return client.db('admin').command({ hello: 1 });
}

/** Fresh data, or the set names another port. */
async function configure(client: MongoClient, options: ReplicaSetOptions): Promise<void> {
  const member = `127.0.0.1:${options.port}`;
  try {
    await client.db('admin').command({
      replSetInitiate: {
        _id: options.name,
        members: [{ _id: 0, host: member }],
        writeConcernMajorityJournalDefault: options.majorityIsJournaled,
        settings: { electionTimeoutMillis: 2000 },
      },
    });
  } catch (error) {
    if (!(error instanceof MongoServerError)) throw error;
    if (error.code === ALREADY_INITIALIZED) await moveTo(client, member);
    else if (error.code !== NOT_YET_INITIALIZED) throw error;
  }
}

async function moveTo(client: MongoClient, member: string): Promise<void> {
  const config = await client
    .db('local')
    .collection('system.replset')
    .findOne({}, { readPreference: 'secondaryPreferred' });
  if (!config || config.members[0]?.host === member) return;
  config.members = [{ ...config.members[0], host: member }];
  config.version += 1;
  await client.db('admin').command({ replSetReconfig: config, force: true });
}

/** Equal for all running members, not constant. */
export const newMemberKey = (): string => randomBytes(64).toString('base64');

/**
 * Writes the file of `--keyFile`.
 * @returns the file, readable by its owner only, as the server demands
 */
export function writeKeyFile(dbPath: string, memberKey: string): string {
  const file = join(dbPath, 'skyshelf-key');
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, memberKey, { mode: 0o600 });
  renameSync(draft, file);
  return file;
}
