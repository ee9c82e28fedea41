import { MongoClient, MongoServerError, type MongoClientOptions } from 'mongodb';
import { REPLICA_SET } from './mongod-arguments.js';

/** The secrets of a replica set that serves only who signs in. */
export interface DatabaseSecrets {
  /** Of the database's user. */
  password: string;
  /** What the key files hold. */
  memberKey: string;
}

/** The user as whom the product, and its operator, sign in. */
export const DATABASE_USER = 'skyshelf';

/** All that the product does, and what an operator looks at. Neither users nor the set itself are its business. */
const ROLES = ['readWriteAnyDatabase', 'dbAdminAnyDatabase', 'clusterMonitor'];

/** The one mechanism of both users: the driver need not ask first which there are. */
const MECHANISM = 'SCRAM-SHA-256';
const AUTHENTICATION_FAILED = 18;
const USER_NOT_FOUND = 11;

/**
 * The connection string of a replica set that was started here: a client waits through a restart of a member.
 * @param hosts `127.0.0.1:port` of each member
 * @param password of the database's user; absent for servers that were started without one
 */
export function databaseUri(hosts: readonly string[], password?: string): string {
  const to = `${hosts.join(',')}/?replicaSet=${REPLICA_SET}`;
  if (password === undefined) return `mongodb://${to}`;
  return `mongodb://${DATABASE_USER}:${encodeURIComponent(password)}@${to}&authSource=admin`;
}

/**
 * A connection to one member that may do everything there, as members may among themselves: signed in by the key file
 * (https://www.mongodb.com/docs/v6.0/reference/system-users-collection/#std-label-__system). It needs no user, so it works on
 * fresh data too. Anonymous without the key.
 */
export function openAsMember(
  member: number | string,
  memberKey: string | undefined,
  options: MongoClientOptions,
): MongoClient {
  if (memberKey === undefined) return openMember(member, options);
  return openMember(member, { ...options, ...signedIn('__system', memberKey, 'local') });
}

/** A connection to one member, whatever its set says: by its port on this machine, or by `host:port`. */
export function openMember(member: number | string, options: MongoClientOptions): MongoClient {
  const host = typeof member === 'number' ? `127.0.0.1:${member}` : member;
  return new MongoClient(`mongodb://${host}/?directConnection=true`, options);
}

/**
 * Makes sure that the database's user can sign in with this password: makes the user on fresh data, gives it the new password
 * when another one was in use. May be broken off at any moment and done again.
 */
export async function ensureUser(
  member: number | string,
  { password, memberKey }: DatabaseSecrets,
  options: MongoClientOptions,
): Promise<void> {
  if (await canSignIn(member, password, options)) return;
  const user = { pwd: password, roles: ROLES, mechanisms: [MECHANISM] };
  await using(openAsMember(member, memberKey, options), async (client) => {
    const admin = client.db('admin');
    await admin.command({ updateUser: DATABASE_USER, ...user }).catch((error: unknown) => {
      if (!isCode(error, USER_NOT_FOUND)) throw error;
      return admin.command({ createUser: DATABASE_USER, ...user });
    });
  });
}

function canSignIn(member: number | string, password: string, options: MongoClientOptions): Promise<boolean> {
  const client = openMember(member, { ...options, ...signedIn(DATABASE_USER, password, 'admin') });
  return using(client, () => client.db('admin').command({ ping: 1 })).then(
    () => true,
    (error: unknown) => {
      if (isCode(error, AUTHENTICATION_FAILED)) return false;
      throw error;
    },
  );
}

const signedIn = (username: string, password: string, authSource: string) =>
  ({ auth: { username, password }, authSource, authMechanism: MECHANISM }) as const;

const isCode = (error: unknown, code: number): boolean =>
  error instanceof MongoServerError && error.code === code;

/** Closes the client when the work is done. */
export async function using<T>(client: MongoClient, work: (client: MongoClient) => Promise<T>): Promise<T> {
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
