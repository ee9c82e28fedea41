import { setTimeout as pause } from 'node:timers/promises';
import { openShelfDatabase } from '../../../chaos/dist/checker/shelf-database.js';
import { routes } from '../../../libs/contracts/dist/index.js';
import { apiClient, eventually, uploadFile } from '../../../libs/testing/dist/index.js';
import { sampleImage } from '../../../e2e/dist/sample-image.js';
import { bytesOf } from '../../../e2e/dist/windows/unplayed-films.js';
import { SetupError } from '../../../tools/setup/messages.mjs';
import { mongodbOf } from '../full/people.mjs';
import { gatewayOf, newTokens } from '../full/tokens.mjs';

const PHOTOS = 1_000;
const FILMS = 20;
const AT_ONCE = 24;
const GROWS_MS = 60_000;
const MADE_MS = 900_000;
const BACK_MS = 900_000;
const POLLING_S = 5;
const FALLBACK = 2;
const LISTING_MS = 250;
const QUIET_LISTINGS = 100;
const STAYS_MS = 60_000;
const WORKS_MS = 5_000;
const MOST_SHOWN = 10;

/** Roles that KEDA scales, with short waits, so that all can be seen within minutes. */
export const SCALED = {
  // One account uploads as many at once as a hundred people do.
  settings: { RATE_UPLOAD: '60000/6000', RATE_COMMAND: '60000/6000', RATE_READ: '60000/6000' },
  keda: {
    enabled: true,
    pollingInterval: POLLING_S,
    cooldownPeriod: 30,
    roles: {
      mediaThumbnail: {
        minReplicas: 1,
        maxReplicas: 4,
        fallbackReplicas: FALLBACK,
        jobsPerReplica: 4,
        oldestSeconds: 20,
      },
    },
  },
};

/** Photos and films come at once: roles of media must grow by them, do their work, and go back. */
export class ScalingCheck {
  constructor(release) {
    this.release = release;
  }

  async begin() {
    const url = await gatewayOf(this.release);
    [this.client, this.other] = (await newTokens(this.release, 2)).map((token) => apiClient(url, token));
    await this.#until('media-video', (count) => count === 0, BACK_MS);
    this.quiet = await this.#timeListings((times) => times.length >= QUIET_LISTINGS);
  }

  /**
   * @returns seconds until each role had a pod more than before, and until all was made; milliseconds that
   * listing took
   */
  async grow() {
    const began = performance.now();
    const seconds = () => Math.round((performance.now() - began) / 1000);
    const growth = async (service) => {
      const before = await this.#replicas(service);
      return this.#until(service, (count) => count > before, GROWS_MS).then(seconds);
    };
    let isMade = false;
    const listings = this.#timeListings(() => isMade);
    listings.catch(() => {});
    const [video, films] = await Promise.all([growth('media-video'), this.#uploadFilms()]);
    const scaledIn = this.#scaleIn('media-video');
    scaledIn.catch(() => {});
    const [thumbnail] = await Promise.all([growth('media-thumbnail'), this.#uploadPhotos()]);
    const uploaded = seconds();
    await this.#untilMade(films);
    await scaledIn;
    isMade = true;
    await this.#expectDoneOnce();
    const listing = { quiet: p95(this.quiet), busy: p95(await listings) };
    return { photos: PHOTOS, films: FILMS, video, thumbnail, uploaded, made: seconds(), listing };
  }

  /** @returns seconds until each role had as many pods as before */
  async goBack() {
    const began = performance.now();
    await this.#until('media-video', (count) => count === 0, BACK_MS);
    await this.#until('media-thumbnail', (count) => count === 1, BACK_MS);
    return { back: Math.round((performance.now() - began) / 1000) };
  }

  /** Without media that no role has, no one tells of the work that waits. */
  async loseTriggers() {
    await this.release.kubectl('scale', 'deployment/shelf-skyshelf-media', '--replicas=0');
    await this.#until('media-thumbnail', (count) => count === FALLBACK, GROWS_MS * 2);
    for (const until = Date.now() + STAYS_MS; Date.now() < until; await pause(1_000))
      if ((await this.#replicas('media-thumbnail')) !== FALLBACK)
        throw new SetupError(`The role of thumbnails did not stay at ${FALLBACK} pods.`);
    await this.release.kubectl('scale', 'deployment/shelf-skyshelf-media', '--replicas=1');
  }

  /** Removes pods of a role in the middle of their work. */
  async #scaleIn(service) {
    await this.#until(service, (count) => count > 1, GROWS_MS);
    await pause(WORKS_MS);
    const paused = (count) =>
      this.release.kubectl(
        'annotate',
        `scaledobject/shelf-skyshelf-${service}`,
        `autoscaling.keda.sh/paused-replicas${count}`,
      );
    await paused('=1');
    await this.#until(service, (count) => count === 1, GROWS_MS);
    await paused('-');
  }

  /** Reads what media and storage have kept of it. */
  async #expectDoneOnce() {
    const database = await openShelfDatabase(await mongodbOf(this.release), '');
    try {
      // Pictures at twice the size come after all others.
      await eventually(async () => (await database.all('media', 'jobs', { open: true })).length === 0, {
        timeoutMs: MADE_MS,
        intervalMs: 2_000,
      });
      const jobs = await database.all('media', 'jobs', { drive: { $ne: null } });
      const wrong = jobs.filter(({ state, tries }) => state !== 'done' || tries > 0);
      const made = await database.all('storage', 'blobs', { source: { $type: 'string' }, state: 'ready' });
      const twice = [...Map.groupBy(made, ({ kind, source }) => `${kind} of ${source}`)].filter(
        ([, blobs]) => blobs.length > 1,
      );
      if (jobs.length < PHOTOS + FILMS || wrong.length + twice.length > 0)
        throw new SetupError(
          [
            `${jobs.length} conversions, ${wrong.length} not done or with lost tries, ${twice.length} made twice`,
            ...[
              ...wrong.map(
                ({ _id, state, tries, reason }) => `${_id}: ${state}, ${tries} lost tries, ${reason}`,
              ),
              ...twice.map(([what, blobs]) => `${what}: made ${blobs.length} times`),
            ].slice(0, MOST_SHOWN),
          ].join('\n'),
        );
    } finally {
      await database.close();
    }
  }

  async #replicas(service) {
    const { spec } = await this.release.get('deployment', `shelf-skyshelf-${service}`);
    return spec.replicas;
  }

  async #until(service, isRight, timeoutMs) {
    let count;
    for (const until = Date.now() + timeoutMs; Date.now() < until; await pause(500)) {
      count = await this.#replicas(service);
      if (isRight(count)) return;
    }
    throw new SetupError(`${service} has ${count} pods after ${timeoutMs / 1000} s.`);
  }

  async #uploadFilms() {
    const type = 'video/x-msvideo';
    const film = { name: 'film.avi', type, size: '320x240', codec: '-c:v mpeg4', silent: true };
    const bytes = await bytesOf(film, 10);
    const films = [];
    for (let index = 0; index < FILMS; index += 1) {
      const { _id: id, linkurl } = await uploadFile(this.client, { name: `film ${index}.avi`, type, bytes });
      await this.client.call(routes.convertVideo, { body: { id, linkurl } });
      films.push({ id, linkurl });
    }
    return films;
  }

  /** Each is another one by what stands behind its picture. */
  async #uploadPhotos() {
    const picture = await sampleImage(1_800, 1_200, 'jpeg');
    const numbers = Array.from({ length: PHOTOS }, (_, index) => index);
    const worker = async () => {
      for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
        const bytes = Buffer.concat([picture, Buffer.from(String(number))]);
        await uploadFile(this.client, { name: `photo ${number}.jpg`, type: 'image/jpeg', bytes });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  /** Waits until each photo has its thumbnail and each film is converted. */
  async #untilMade(films) {
    const waiting = new Set(films);
    await eventually(
      async () => {
        for (const film of waiting)
          if ((await this.client.call(routes.convertVideo, { body: film })).ok) waiting.delete(film);
        const { docs } = await this.client.call(routes.listFolder, { body: { url: '/' } });
        const photos = docs.filter(({ linkname }) => linkname.startsWith('photo '));
        return (
          waiting.size === 0 &&
          photos.length === PHOTOS &&
          photos.every(({ thumbnailImage }) => thumbnailImage)
        );
      },
      { timeoutMs: MADE_MS, intervalMs: 2_000 },
    );
  }

  async #timeListings(isOver) {
    const times = [];
    while (!isOver(times)) {
      const began = performance.now();
      await this.other.call(routes.listFolder, { body: { url: '/' } });
      times.push(performance.now() - began);
      await pause(LISTING_MS);
    }
    return times;
  }
}

const p95 = (times) => Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]);
