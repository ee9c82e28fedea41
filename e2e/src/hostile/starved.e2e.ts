import { setTimeout as pause } from 'node:timers/promises';
import { routes, type ElementView } from '@skyshelf/contracts';
import {
  apiClient,
  eventually,
  launchSkyshelf,
  processesOf,
  RefusedCall,
  uploadFile,
  type ApiClient,
  type FileToUpload,
  type LaunchedSkyshelf,
} from '@skyshelf/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { byFfmpeg } from '../by-ffmpeg.js';
import { sampleImage } from '../sample-image.js';
import { enoughIn } from '../setup/only-in.js';
import { unlimitedRates } from '../unlimited-rates.js';
import { canLimitProcessors, limitProcessors, startBusyLoops } from './processor-limit.js';

/** A campaign: `npm run campaign -- starved`. CI has the clock of tries, and a tool that stands still. */
const isCampaign = process.env.STARVED_PHOTOS !== undefined;
const PHOTOS = Number(process.env.STARVED_PHOTOS ?? 0);
const FILMS = Number(process.env.STARVED_FILMS ?? 0);
const SECONDS = Number(process.env.STARVED_SECONDS ?? 300);
const QUIET_SECONDS = Number(process.env.STARVED_QUIET_SECONDS ?? 600);
const LOOPS = 16;
/** A pod's `resources.limits.cpu`. */
const MILLI = 200;
const AT_ONCE = 4;

const once = isCampaign && enoughIn('standalone', 'the same workers make the same files in both');

describe.runIf(once)('photos and films that are uploaded to a machine without time', () => {
  const files: FileToUpload[] = [];
  let skyshelf: LaunchedSkyshelf;
  let client: ApiClient;
  beforeAll(async () => {
    for (let n = 0; n < PHOTOS; n += 1)
      files.push({ name: `${n}.jpg`, type: 'image/jpeg', bytes: await sampleImage(2400, 1800, 'jpeg') });
    for (let n = 0; n < FILMS; n += 1) {
      const picture = `-f lavfi -i testsrc2=s=1280x720:r=25:d=8,hue=h=${n * 17}`;
      const bytes = await byFfmpeg('film.mp4', `${picture} -c:v libx264 -preset veryfast -pix_fmt yuv420p`);
      // Among the photos, as in a folder.
      files.splice(n * 10, 0, { name: `${n}.mp4`, type: 'video/mp4', bytes });
    }
  }, 1_800_000);
  beforeEach(async () => {
    skyshelf = await launchSkyshelf({ env: unlimitedRates, readyWithinMs: 120_000 });
    client = apiClient(skyshelf.url, await skyshelf.token('ann'), { timeoutMs: 600_000 });
  });
  afterEach(async () => {
    client?.close();
    await skyshelf?.dispose();
  });

  it(
    `have their thumbnails some quiet minutes after others held all processors`,
    async () => {
      const endLoops = startBusyLoops(LOOPS);
      const held = pause(SECONDS * 1000).finally(endLoops);
      await sendAll(client, files);
      const whileHeld = await picturesOf(client);
      await held;
      await allPictured(client, `while ${LOOPS} loops ran: ${whileHeld.length}`);
    },
    (SECONDS * 4 + QUIET_SECONDS) * 1000,
  );

  it.runIf(canLimitProcessors())(
    `have them with ${MILLI} thousandths of a processor for all that is made of them and the product itself`,
    async () => {
      const pids = processesOf(skyshelf.dataFolder).map(({ pid }) => pid);
      const lift = limitProcessors(
        [...new Set([skyshelf.pid(), ...pids])].filter((pid) => pid !== skyshelf.mongodPid()),
        MILLI,
      );
      try {
        const began = performance.now();
        await sendAll(client, files);
        const left = SECONDS * 1000 - (performance.now() - began);
        await pause(Math.max(0, left));
        await allPictured(client, `with ${MILLI}m`);
      } finally {
        lift();
      }
    },
    (SECONDS * 6 + QUIET_SECONDS) * 1000,
  );
});

/** Some at once, as a browser does; what a machine without time refuses goes again. */
async function sendAll(client: ApiClient, files: readonly FileToUpload[]): Promise<void> {
  const waiting = [...files];
  const send = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) await sendOne(client, file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
}

async function sendOne(client: ApiClient, file: FileToUpload): Promise<void> {
  for (;;) {
    try {
      await uploadFile(client, file);
      return;
    } catch (error) {
      if (!(error instanceof RefusedCall) || error.status < 500) throw error;
      await pause(1000);
    }
  }
}

const elementsOf = async (client: ApiClient): Promise<ElementView[]> => {
  const found: ElementView[] = [];
  for (let after: string | undefined; ;) {
    const body = { url: '/', defaultLinks: false, ...(after !== undefined && { after }) };
    const { docs, next } = await client.call(routes.listFolder, { body });
    found.push(...docs);
    if (next == null) return found;
    after = next;
  }
};

const picturesOf = async (client: ApiClient): Promise<ElementView[]> =>
  (await elementsOf(client)).filter(({ thumbnailImage, confirm }) => thumbnailImage && confirm !== false);

async function allPictured(client: ApiClient, what: string): Promise<void> {
  const began = performance.now();
  const all = await elementsOf(client);
  const made = async () => (await picturesOf(client)).length === all.length;
  await eventually(made, { timeoutMs: QUIET_SECONDS * 1000, intervalMs: 2000 }).catch(() => {});
  const pictured = await picturesOf(client);
  const { docs } = await client.call(routes.listJobs);
  const givenUp = docs
    .filter(({ state }) => state === 'failed')
    .map(({ kind, reason }) => `${kind}: ${reason}`);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(JSON.stringify({ what, files: all.length, pictured: pictured.length, seconds, givenUp }));
  const names = pictured.map(({ linkname }) => linkname);
  expect(all.map(({ linkname }) => linkname).filter((name) => !names.includes(name))).toEqual([]);
  expect(givenUp).toEqual([]);
}
