import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@skyshelf/contracts';
import {
  apiClient,
  eventually,
  launchSkyshelf,
  RefusedCall,
  uploadFile,
  type LaunchedSkyshelf,
  type ServiceCollections,
  seeded,
} from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byFfmpeg } from '../by-ffmpeg.js';
import { databaseOf } from '../operations/database-of.js';
import { ofFolder, typed } from '../operations/typed.js';
import { sampleImage } from '../sample-image.js';
import { enoughIn } from '../setup/only-in.js';
import { routedTo, startStandIns, type StandIns } from '../sources/stand-ins.js';
import { unlimitedRates } from '../unlimited-rates.js';
import { boundsOf, bytesBelow, keptBytes, type Kept } from './kept-bytes.js';
import { tricks, type Greedy } from './tricks.js';

/** A campaign: `npm run campaign -- greedy`. */
const SECONDS = Number(process.env.GREEDY_SECONDS ?? 2);
const SEED = Number(process.env.GREEDY_SEED ?? Math.floor(Math.random() * 1e9));
const isCampaign = process.env.GREEDY_SECONDS !== undefined;
const WINDOWS = 6;
const EXTRA_MB = 16;
const MEBIBYTE = 1024 * 1024;

const once = enoughIn('standalone', 'storage, catalog and media keep the same books in both');

describe.runIf(once)('an account that tries to have more than its share', () => {
  let standIns: StandIns;
  let skyshelf: LaunchedSkyshelf;
  let database: ServiceCollections & { close(): Promise<void> };
  const temporary = mkdtempSync(join(tmpdir(), 'skyshelf-greedy-'));
  beforeAll(async () => {
    standIns = await startStandIns();
    skyshelf = await launchSkyshelf({
      readyWithinMs: 120_000,
      env: {
        ...unlimitedRates,
        ...routedTo(standIns.ports),
        TMPDIR: temporary,
        STORAGE_UNNAMED_EXTRA_MB: String(EXTRA_MB),
      },
    });
    database = await databaseOf(skyshelf);
  });
  afterAll(async () => {
    await database?.close();
    await skyshelf?.dispose();
    standIns?.stop();
    rmSync(temporary, { recursive: true, force: true });
  });

  const refusals = new Map<string, number>();
  /** Goes on with one trick after the other until the time is over. @throws what is no refusal */
  async function work(greedy: Greedy, until: number): Promise<void> {
    const [all, { random }] = [Object.values(tricks), greedy];
    while (performance.now() < until) {
      try {
        await all[Math.floor(random() * all.length)]?.(greedy);
      } catch (error) {
        if (!(error instanceof RefusedCall) || (error.status >= 500 && error.status !== 507)) throw error;
        const code = error.body.error?.code ?? String(error.status);
        refusals.set(code, (refusals.get(code) ?? 0) + 1);
      }
    }
  }

  const folders = () => ({ objects: join(skyshelf.dataFolder, 'objects'), temporary });
  /** The most of each that was ever there. */
  const most: Kept = { store: 0, unnamed: 0, derived: 0, lists: 0, temporary: 0 };
  const measure = async () => {
    const now = await keptBytes(database, folders());
    for (const name of Object.keys(most) as (keyof Kept)[]) most[name] = Math.max(most[name], now[name]);
  };

  it(
    `stays within it for ${SECONDS} s (seed ${SEED}), and others go on`,
    async () => {
      const token = await skyshelf.token('greedy');
      const client = apiClient(skyshelf.url, token, { timeoutMs: 120_000 });
      const photo = await sampleImage(800, 600);
      const film = await oldFilm();
      let names = 0;
      const until = performance.now() + SECONDS * 1000;
      const windows = Array.from({ length: WINDOWS }, (_, window) => {
        const fresh = (extension: string) => `${(names += 1)}.${extension}`;
        return work({ skyshelf, client, token, random: seeded(SEED + window), fresh, photo, film }, until);
      });
      const watch = new AbortController();
      const watched = (async () => {
        while (!watch.signal.aborted) {
          await measure();
          await pause(250);
        }
      })();
      await Promise.all(windows).finally(() => watch.abort());
      await watched;
      await measure();
      const bounds = boundsOf({ extra: EXTRA_MB * MEBIBYTE, windows: WINDOWS });
      process.stdout.write(`most MiB: ${JSON.stringify(inMebibytes(most))}, refusals: ${told(refusals)}\n`);
      for (const [name, bound] of Object.entries(bounds))
        expect([name, most[name as keyof Kept]]).toEqual([name, expect.toSatisfy((bytes) => bytes <= bound)]);
      client.close();

      const other = apiClient(skyshelf.url, await skyshelf.token('modest'));
      await uploadFile(other, { name: 'photo.png', type: 'image/png', bytes: await sampleImage(64, 48) });
      await eventually(
        async () =>
          (await other.call(routes.listFolder, { body: { url: '/', defaultLinks: false } })).docs[0]
            ?.thumbnailImage,
        { timeoutMs: 60_000 },
      );
      other.close();
    },
    SECONDS * 1000 + 180_000,
  );

  it.runIf(isCampaign)('leaves books that are right', async () => {
    await eventually(async () => (await typed(['fsck'], ofFolder(skyshelf.dataFolder))).code === 0, {
      timeoutMs: 120_000,
    });
  });

  it('leaves nothing temporary behind', async () => {
    await skyshelf.stop();
    expect(readdirSync(temporary).filter((name) => name.startsWith('skyshelf-media-'))).toEqual([]);
    expect(await bytesBelow(temporary)).toBe(0);
  });
});

const inMebibytes = (kept: Kept) =>
  Object.fromEntries(Object.entries(kept).map(([name, bytes]) => [name, Math.round(bytes / MEBIBYTE)]));

const told = (refusals: ReadonlyMap<string, number>): string => JSON.stringify(Object.fromEntries(refusals));

/** Half a minute that no browser plays. */
const oldFilm = () => byFfmpeg('film.mkv', '-f lavfi -i testsrc2=s=320x180:r=25:d=30 -c:v mpeg4');
