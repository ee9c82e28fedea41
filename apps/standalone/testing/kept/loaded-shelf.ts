import { readFile } from 'node:fs/promises';
import { createPrivateKey, sign, type JsonWebKey } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { routes, type DriveId } from '@skyshelf/contracts';
import { dataFolderPaths } from '@skyshelf/data-folder';
import { runFsck, type Installation, entriesOf } from '@skyshelf/operations';
import { apiClient, eventually, storedDataOfDrive } from '@skyshelf/testing';
import { RunningShelf, type ShelfUser } from '../running-shelf.js';
import type { KeptVersion } from './kept-version.js';
import { readDrive } from './read-drive.js';
import { isAtRest, keptOptions, type KeptUser } from './use-everything.js';

const owners = ['settled', 'busy', 'parked'] as const satisfies KeptUser[];

/** The product of today, started on what was kept, when it has done what was left to do. */
export class LoadedShelf {
  private constructor(
    readonly version: KeptVersion,
    readonly shelf: RunningShelf,
    private readonly users: Record<(typeof owners)[number], ShelfUser>,
  ) {}

  /** @throws Error with the advice when it does not start, or does not come to rest */
  static async start(version: KeptVersion, advice: string): Promise<LoadedShelf> {
    const before = (...given: Parameters<KeptVersion['load']>) => version.load(...given);
    let shelf: RunningShelf | undefined;
    try {
      shelf = await RunningShelf.start({ ...keptOptions, before });
      const settled = await shelf.user('settled');
      const busy = await shelf.user('busy');
      const parked = await shelf.user('parked');
      const loaded = new LoadedShelf(version, shelf, { settled, busy, parked });
      await eventually(() => loaded.isAtRest(), { timeoutMs: 60_000, intervalMs: 100 });
      return loaded;
    } catch (error) {
      await shelf?.stop();
      throw new Error(`${advice}\nThe product does not come to rest on it.`, { cause: error });
    }
  }

  get installation(): Installation {
    return this.shelf.installation;
  }

  drive(user: (typeof owners)[number]): DriveId {
    return this.users[user].drive;
  }

  async drives(): Promise<Record<string, unknown>> {
    const { moment } = await this.version.facts();
    const read = owners.map(async (user) => [user, await readDrive(this.users[user].client, moment)]);
    return Object.fromEntries(await Promise.all(read)) as Record<string, unknown>;
  }

  async kept(): Promise<unknown[]> {
    return Promise.all(owners.map((user) => storedDataOfDrive(this.shelf, this.drive(user))));
  }

  async findings(): Promise<string[]> {
    const { findings } = await runFsck(this.installation, { storage: true });
    return findings.map(({ service, rule }) => `${service}: ${rule}`).toSorted();
  }

  /** How much is left of what runs out or comes to an end. */
  async left(): Promise<Record<string, number>> {
    const storage = (name: string, filter: object = {}) =>
      this.shelf.collection('storage', name).countDocuments(filter);
    const media = (state: string) => this.shelf.collection('media', 'jobs').countDocuments({ state });
    return {
      blobs: await storage('blobs'),
      uploads: await storage('uploads'),
      references: await storage('refs', { gone: null }),
      reservations: await this.shelf.collection('catalog', 'reservations').countDocuments(),
      processes: await this.shelf.collection('catalog', 'processes').countDocuments(),
      'jobs done': await media('done'),
      'jobs given up': await media('failed'),
    };
  }

  /** The answers to tokens of the sessions that were open and revoked when they were kept. */
  async sessions(): Promise<Record<string, number>> {
    const { tokens } = await this.version.facts();
    const secrets = await readFile(dataFolderPaths(this.shelf.folder).secrets, 'utf8');
    const answers = Object.entries(tokens).map(async ([name, token]) => {
      const client = apiClient(this.shelf.url, renewedToken(token, secrets));
      return [name, (await client.send(routes.userInfo)).status];
    });
    return Object.fromEntries(await Promise.all(answers)) as Record<string, number>;
  }

  stop(): Promise<void> {
    return this.shelf.stop();
  }

  private async isAtRest(): Promise<boolean> {
    for (const user of ['settled', 'busy'] as const)
      if (!(await isAtRest(this.shelf, this.users[user]))) return false;
    const over = { $or: [{ condemned: { $type: 'date' } }, { finished: null }] };
    const { uploads = 0, reservations = 0 } = await this.left();
    const waiting = await this.shelf.collection('storage', 'blobs').countDocuments(over);
    return uploads + reservations + waiting === 0;
  }
}

const HOUR_S = 3600;

/** The same token as if it had been issued now: the tokens of a committed session run out, what they say does not. */
function renewedToken(token: string, secrets: string): string {
  const [header = '', payload = ''] = token.split('.');
  const { tokenKeys } = JSON.parse(secrets) as { tokenKeys: JsonWebKey[] };
  const now = Math.floor(Date.now() / 1000);
  const claims = { ...(JSON.parse(String(Buffer.from(payload, 'base64url'))) as object), iat: now };
  const renewed = Buffer.from(JSON.stringify({ ...claims, exp: now + HOUR_S })).toString('base64url');
  const key = createPrivateKey({ key: tokenKeys[0] ?? {}, format: 'jwk' });
  const signature = sign(null, Buffer.from(`${header}.${renewed}`), key);
  return `${header}.${renewed}.${signature.toString('base64url')}`;
}

/**
 * Lists the common content of two exports of one drive: all entries but the moment of the export, and the sum over it.
 */
export async function archiveContent(file: string): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for await (const { name, body } of entriesOf(file)) content[name] = (await buffer(body)).toString('latin1');
  const { at: _, ...manifest } = JSON.parse(content['manifest.json'] ?? '{}') as Record<string, unknown>;
  const { 'end.json': __, ...entries } = content;
  return { ...entries, 'manifest.json': JSON.stringify(manifest) };
}
