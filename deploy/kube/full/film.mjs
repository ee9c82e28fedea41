import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '../../../libs/contracts/dist/index.js';
import { apiClient, eventually, uploadFile } from '../../../libs/testing/dist/index.js';
import { bytesOf } from '../../../e2e/dist/windows/unplayed-films.js';
import { mustRun } from '../../images/must-run.mjs';
import { SetupError } from '../../../tools/setup/messages.mjs';
import { gatewayOf, newTokens } from './tokens.mjs';

const FILM = { name: 'film.avi', type: 'video/x-msvideo', size: '1280x720', silent: true };
const CODEC = '-c:v mpeg4 -q:v 6';
const SECONDS = 10;
/** The conversion must still run when all names of the pod that makes it are forgotten. */
const TIMES = 150;
const NAMES_KEPT_MS = 33_000;
const MOST_MS = 600_000;
const EVERY_MS = 500;

/**
 * Watches a film while it is converted, and deletes the pod that converts it.
 * @returns how many segments were played, and for how long
 * @throws {SetupError} when one was refused, or it did not last long enough to tell
 */
export async function watchFilmOfLeavingPod(release) {
  const [token] = await newTokens(release, 1);
  const url = await gatewayOf(release);
  const client = apiClient(url, token);
  try {
    const bytes = await longFilm();
    const { _id: id, linkurl } = await uploadFile(client, { ...FILM, bytes });
    const ask = () => client.call(routes.convertVideo, { body: { id, linkurl } });
    const { live } = await eventually(async () => (await ask()).live !== undefined && ask(), {
      timeoutMs: 60_000,
    });
    const { items } = await release.get('pods', '--selector=app.kubernetes.io/component=media-video');
    await release.kubectl('delete', 'pod', '--wait=false', items[0].metadata.name);
    return await watch({ url, token, live, ask });
  } finally {
    client.close();
  }
}

async function longFilm() {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-film-'));
  try {
    const [part, whole] = ['part.avi', 'whole.avi'].map((name) => join(folder, name));
    writeFileSync(part, await bytesOf({ ...FILM, codec: CODEC }, SECONDS));
    const words = ['-nostdin', '-v', 'error', '-stream_loop', String(TIMES - 1), '-i', part, '-c', 'copy'];
    await mustRun('ffmpeg', [...words, whole]);
    return readFileSync(whole);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function watch({ url, token, live, ask }) {
  const began = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  let played = 0;
  for (const segment = new URL(live, url); performance.now() - began < MOST_MS; played += 1) {
    await pause(EVERY_MS);
    segment.pathname = live.replace('index.m3u8', `${played}.m4s`);
    const answer = await fetch(segment, { headers });
    await answer.arrayBuffer();
    const ms = Math.round(performance.now() - began);
    const { ok: isDone } = await ask();
    if (isDone && ms < NAMES_KEPT_MS)
      throw new SetupError(`The film was converted within ${ms} ms: too soon.`);
    if (isDone) return { played, ms };
    if (!answer.ok)
      throw new SetupError(`${live}: segment ${played}, ${ms} ms after its pod: ${answer.status}`);
  }
  throw new SetupError(`The film was not converted within ${MOST_MS} ms.`);
}
