import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accessTokenClaims,
  blobOfAddress,
  routes,
  type DriveId,
  type ElementView,
} from '@skyshelf/contracts';
import {
  apiClient,
  eventually,
  keptOfDrive,
  launchSkyshelf,
  type ApiClient,
  type LaunchedSkyshelf,
  type RunningSkyshelf,
} from '@skyshelf/testing';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enoughIn } from '../setup/only-in.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { unlimitedRates } from '../unlimited-rates.js';
import { databaseOf } from './database-of.js';
import { fillDrive } from './filled-drive.js';
import { ofFolder, typed, type Finished } from './typed.js';

const USER = 'archived';
/** No test here is about how long a start takes. */
const START_MS = 200_000;

const once = enoughIn(
  'standalone',
  'reads and writes the databases by the same code, which commands.e2e reaches in both',
);

describe.runIf(once)('an account that moves to another installation', () => {
  let folder = '';
  let archive = '';
  let home: RunningSkyshelf;
  let away: LaunchedSkyshelf;
  let drive: DriveId;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skyshelf-run-archive-'));
    archive = join(folder, 'archived.tar');
    [home, away] = await Promise.all([
      sharedSkyshelf(),
      launchSkyshelf({ env: unlimitedRates, readyWithinMs: START_MS }),
    ]);
    ({ drive } = accessTokenClaims.parse(decodeJwt(await home.token(USER))));
    await as(home, fillDrive);
    await eventually(() => isDescribed(home), { timeoutMs: 60_000 });
    await done(command(home, 'export', '--user', USER, '--to', archive));
    await done(command(away, 'import', '--from', archive));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await away?.dispose();
  });

  const command = ({ dataFolder }: RunningSkyshelf, ...words: string[]) => typed(words, ofFolder(dataFolder));

  /** @throws what the command has said when it did not end well */
  async function done(finished: Promise<Finished>): Promise<void> {
    const { code, stdout, stderr } = await finished;
    if (code !== 0) throw new Error(`It ended with ${code}: ${stdout} ${stderr}`);
  }

  async function as<T>(skyshelf: RunningSkyshelf, work: (client: ApiClient) => Promise<T>): Promise<T> {
    const client = apiClient(skyshelf.url, await skyshelf.token(USER));
    try {
      return await work(client);
    } finally {
      client.close();
    }
  }

  /** All that the databases keep of the drive. */
  async function kept(skyshelf: RunningSkyshelf): Promise<Record<string, unknown>> {
    const database = await databaseOf(skyshelf);
    try {
      return await keptOfDrive(database, drive);
    } finally {
      await database.close();
    }
  }

  /** Whether what media makes of the picture has come: until then two looks differ. */
  async function isDescribed(skyshelf: RunningSkyshelf): Promise<boolean> {
    const { 'catalog events': events } = await kept(skyshelf);
    return JSON.stringify(events).includes('"catalog.elements.described"');
  }

  /** Everything below a folder as its owner sees it, files with the digest of their bytes. */
  const seen = async (client: ApiClient, url = '/'): Promise<unknown[]> => {
    const { docs } = await client.call(routes.listFolder, { body: { url, defaultLinks: false } });
    const inside = docs.filter(({ linktype }) => linktype === 'folder');
    const digests = await Promise.all(docs.map((each) => digestOf(client, each)));
    const below = await Promise.all(inside.map(({ linkname }) => seen(client, `${url}${linkname}/`)));
    return [docs, digests, below];
  };

  async function digestOf(client: ApiClient, { linkurl, linkname }: ElementView): Promise<string | null> {
    const blobId = blobOfAddress(linkurl ?? '');
    if (!blobId) return null;
    const { status, bytes } = await client.send(routes.readFile, { params: { blobId, name: linkname } });
    return `${status} ${createHash('sha256').update(bytes).digest('hex')}`;
  }

  it('has everything there: what is kept, what is seen, and every byte', async () => {
    const before = await kept(home);
    expect(Object.values(before).flat()).not.toEqual([]);
    expect(await kept(away)).toEqual(before);
    const was = await as(home, seen);
    const is = await as(away, seen);
    expect(is).toEqual(was);
    expect(JSON.stringify(was)).toMatch(/"200 [0-9a-f]{64}"/u);
    expect(await command(away, 'fsck', '--storage')).toMatchObject({ code: 0 });
  });

  it('is not brought over what is there', async () => {
    const { code, stderr } = await command(away, 'import', '--from', archive);
    expect(stderr).toContain(`local|${USER} has an account here already. Nothing was changed.`);
    expect(code).toBe(2);
  });

  it('is repaired there when something of it is lost, and is as it was before', async () => {
    const before = await kept(away);
    const database = await databaseOf(away);
    const changed = await database
      .collection('catalog', 'elements')
      .updateOne(
        { _id: { $gte: `${drive}:`, $lt: `${drive};` }, class: 'folder' },
        { $set: { kind: 'holiday' } },
      );
    const lost = await database.collection('storage', 'refs').deleteOne({ drive });
    await database.close();
    expect([changed.modifiedCount, lost.deletedCount]).toEqual([1, 1]);
    expect(await command(away, 'fsck')).toMatchObject({ code: 1 });
    const { code, stdout } = await command(away, 'fsck', '--repair');
    expect([code, stdout.match(/repaired: /gu)?.length], stdout).toEqual([0, 2]);
    expect(await kept(away)).toEqual(before);
    expect(await command(away, 'fsck', '--storage')).toMatchObject({ code: 0 });
  });
});
