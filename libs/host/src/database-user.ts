import { MongoClient, MongoServerError, type MongoClientOptions } from 'mongodb';
import { REPLICA_SET } from './mongod-arguments.js';

export interface DatabaseSecrets {
  password: string;
  memberKey: string;
}

export const DATABASE_USER = 'skyshelf';

/** The product changes neither users nor the set itself. */
const ROLES = ['readWriteAnyDatabase', 'dbAdminAnyDatabase', 'clusterMonitor'];

/** Named, so that the driver need not ask. */
const MECHANISM = 'SCRAM-SHA-256';
const AUTHENTICATION_FAILED = 18;
const USER_NOT_FOUND = 11;

/**
 * Survives a restart of a member.
 * @param hosts `127.0.0.1:port` of each member
 * @param password absent for servers started without one
 */
export function databaseUri(hosts: readonly string[], password?: string): string {
  const to = `${hosts.join(',')}/?replicaSet=${REPLICA_SET}`;
  if (password === undefined) return `mongodb://${to}`;
  return `mongodb://${DATABASE_USER}:${encodeURIComponent(password)}@${to}&authSource=admin`;
}

/**
 * Full rights by the key file
 * (https://www.mongodb.com/docs/v6.0/reference/system-users-collection/#std-label-__system): needs no user.
 * Anonymous without the key.
 */
export function openAsMember(
  member: number | string,
  memberKey: string | undefined,
  options: MongoClientOptions,
): MongoClient {
  if (memberKey === undefined) return openMember(member, options);
  return openMember(member, { ...options, ...signedIn('__system', memberKey, 'local') });
}

/** By local port or `host:port`, whatever its set says. */
export function openMember(member: number | string, options: MongoClientOptions): MongoClient {
  const host = typeof member === 'number' ? `127.0.0.1:${member}` : member;
  return new MongoClient(`mongodb://${host}/?directConnection=true`, options);
}

/** Creates the user or changes its password. May be interrupted and repeated. */
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

export async function using<T>(client: MongoClient, work: (client: MongoClient) => Promise<T>): Promise<T> {
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
