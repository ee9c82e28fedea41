import { setTimeout as pause } from 'node:timers/promises';
import { MongoServerError, type Document, type MongoClient, type MongoClientOptions } from 'mongodb';
import { ensureUser, openAsMember, openMember, using, type DatabaseSecrets } from './database-user.js';
import { REPLICA_SET } from './mongod-arguments.js';

const ALREADY_INITIALIZED = 23;
const NOT_YET_INITIALIZED = 94;
const POLL_MS = 50;

export interface ReplicaSetMember {
  port: number;
  clientPort: number;
  /** Default: this machine. */
  host?: string;
}

/** undefined when it does not answer in time. */
export function runHello(port: number | string, timeoutMs: number): Promise<Document | undefined> {
  return using(openMember(port, within(timeoutMs)), (client) =>
    client.db('admin').command({ hello: 1 }),
  ).catch(() => undefined);
}

/**
 * Until a primary is writable and all members serve: initiates fresh data, adopts changed ports, elects again
 * after 2 s of silence. With secrets the user can sign in.
 * @throws {Error} after `deadlineMs`
 */
export async function formReplicaSet(
  members: readonly ReplicaSetMember[],
  secrets: DatabaseSecrets | undefined,
  deadlineMs: number,
): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  const [first] = members;
  if (!first) return;
  const limits = within(deadlineMs);
  await using(openAsMember(addressOf(first), secrets?.memberKey, limits), (client) =>
    configure(client, members),
  );
  const primary = await primaryOf(members, deadline);
  if (secrets) await ensureUser(addressOf(primary), secrets, limits);
}

const HERE = '127.0.0.1';
const addressOf = ({ host = HERE, port }: ReplicaSetMember): string => `${host}:${port}`;

async function primaryOf(members: readonly ReplicaSetMember[], deadline: number): Promise<ReplicaSetMember> {
  for (;;) {
    const hellos = await Promise.all(members.map((member) => runHello(addressOf(member), 2_000)));
    const serving = hellos.filter((hello) => hello?.isWritablePrimary || hello?.secondary).length;
    const primary = members[hellos.findIndex((hello) => hello?.isWritablePrimary)];
    if (serving === members.length && primary) return primary;
    if (performance.now() > deadline)
      throw new Error(`the replica set does not get ready: ${serving} of ${members.length} members serve`);
    await pause(POLL_MS);
  }
}

async function configure(client: MongoClient, members: readonly ReplicaSetMember[]): Promise<void> {
  const hosts = members.map(({ host = HERE, clientPort }) => `${host}:${clientPort}`);
  const wanted = hosts.map((host, index) => ({ _id: index, host }));
  try {
    await client.db('admin').command({
      replSetInitiate: { _id: REPLICA_SET, members: wanted, settings: { electionTimeoutMillis: 2_000 } },
    });
  } catch (error) {
    if (!(error instanceof MongoServerError)) throw error;
    if (error.code === ALREADY_INITIALIZED) await moveTo(client, hosts);
    else if (error.code !== NOT_YET_INITIALIZED) throw error;
  }
}

/** Members keep their order, so each finds its own data. */
async function moveTo(client: MongoClient, hosts: readonly string[]): Promise<void> {
  const config = await client
    .db('local')
    .collection('system.replset')
    .findOne({}, { readPreference: 'secondaryPreferred' });
  const members: Document[] = config?.members ?? [];
  if (!config || members.every(({ host }, index) => host === hosts[index])) return;
  config.members = members.map((member, index) => ({ ...member, host: hosts[index] }));
  config.version += 1;
  await client.db('admin').command({ replSetReconfig: config, force: true });
}

const within = (timeoutMs: number): MongoClientOptions => ({
  serverSelectionTimeoutMS: timeoutMs,
  connectTimeoutMS: timeoutMs,
  socketTimeoutMS: timeoutMs,
  maxPoolSize: 1,
});
