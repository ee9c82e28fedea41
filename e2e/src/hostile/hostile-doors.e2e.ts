import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { routes } from '@skyshelf/contracts';
import { eventually, launchSkyshelf, uploadFile, type LaunchedSkyshelf } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byFfmpeg } from '../by-ffmpeg.js';
import { openShelf, type OpenShelf } from '../open-shelf.js';
import { sampleImage } from '../sample-image.js';
import { enoughIn } from '../setup/only-in.js';
import { makeCertificate, routedTo } from '../sources/stand-ins.js';
import { unlimitedRates } from '../unlimited-rates.js';
import { embed } from './embed.js';
import { script } from './hostile-files.js';
import { visitAddress, watch } from './watch.js';

const ELSEWHERE = 'http://elsewhere.invalid';
const PICTURES = 'img.youtube.com';
const patient = { timeoutMs: 90_000, intervalMs: 200 };

const inOneMode = enoughIn(
  'standalone',
  'what runs in a page follows from headers and the page, which are the same in both',
);

describe.runIf(inOneMode)('what hostile hands put', () => {
  let provider: Server;
  let skyshelf: LaunchedSkyshelf;
  let shelf: OpenShelf;
  const harm: { ran: string[]; asked: string[] } = { ran: [], asked: [] };
  const none = { ran: [], asked: [] };

  beforeAll(async () => {
    const { key, cert, file } = makeCertificate('youtube.com');
    const photo = await sampleImage(320, 180);
    const attack = script('picture', ELSEWHERE);
    provider = createServer({ key, cert }, ({ url = '' }, answer) => {
      const isDrawing = url.includes('svgsvgsvgsv');
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>${attack}</script></svg>`;
      const both = Buffer.concat([photo, Buffer.from(`<script>${attack}</script>`)]);
      answer.writeHead(200, { 'content-type': isDrawing ? 'image/svg+xml' : 'text/html' });
      answer.end(isDrawing ? drawing : both);
    });
    await once(provider.listen(0, '127.0.0.1'), 'listening');
    skyshelf = await launchSkyshelf({
      readyWithinMs: 120_000,
      env: {
        ...unlimitedRates,
        ...routedTo({ [PICTURES]: (provider.address() as AddressInfo).port }),
        NODE_EXTRA_CA_CERTS: file,
      },
    });
    shelf = await openShelf('doors', {
      ...{ skyshelf, violates: true, worker: true },
      prepare: (context) => watch(context, skyshelf.url, harm),
    });
    await shelf.page.getByText('Your shelf is ready').waitFor();
  });
  afterAll(async () => {
    await shelf?.close();
    await skyshelf?.dispose();
    provider?.close();
  });

  /** The address does nothing, neither by a link nor as a part of our page. */
  async function doesNothing(path: string): Promise<void> {
    await visitAddress(shelf.context, new URL(path, skyshelf.url));
    expect([path, await shelf.page.evaluate(embed, path)]).toEqual([path, []]);
    expect(harm).toEqual(none);
  }

  it('into a film does nothing while it is watched', async () => {
    const { client } = shelf;
    const bytes = await hostileFilm();
    const { _id: id, linkurl } = await uploadFile(client, { name: 'a.mkv', type: 'video/x-matroska', bytes });
    const body = { id, linkurl: linkurl ?? '' };
    const shown = await eventually(async () => {
      const answer = await client.call(routes.convertVideo, { body });
      return 'live' in answer && answer.live !== undefined && answer.live;
    }, patient);
    const folder = shown.slice(0, shown.lastIndexOf('/'));
    for (const file of ['index.m3u8', 'init.mp4', '0.m4s', '<script>.m4s'])
      await doesNothing(`${folder}/${encodeURIComponent(file)}`);
  });

  it.each([
    ['a drawing with a script', 'svgsvgsvgsv'],
    ['a photo that is a page as well', 'jpgjpgjpgjp'],
  ])('in place of a provider’s picture does nothing: %s', async (_, id) => {
    const { client, page } = shelf;
    const obj = {
      linkname: id,
      linktype: 'youtube',
      linkurl: `https://www.youtube.com/watch?v=${id}`,
    } as const;
    const { docs } = await client.call(routes.addElement, { body: { url: '/', obj } });
    const path = `/files/preview/${docs._id}/0`;
    const answered = await eventually(async () => {
      const status = await page.evaluate(async (asked) => (await fetch(asked)).status, path);
      const { docs: jobs } = await client.call(routes.listJobs);
      return (status === 200 || jobs.some(({ state }) => state === 'failed')) && status;
    }, patient);
    expect([200, 404]).toContain(answered);
    await doesNothing(path);
  });
});

/** Half a minute that no browser plays, with a script wherever a film may have text. */
function hostileFilm(): Promise<Buffer> {
  const attack = `<script>${script('film', ELSEWHERE)}</script>`;
  const words = ['title', 'artist', 'comment'].flatMap((each) => ['-metadata', `${each}=${attack}`]);
  return byFfmpeg('film.mkv', '-f lavfi -i testsrc2=s=640x360:r=25:d=40 -c:v mpeg4', words);
}
