import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@skyshelf/contracts';
import {
  apiClient,
  eventually,
  launchSkyshelf,
  uploadFile,
  type ApiClient,
  type LaunchedSkyshelf,
} from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptedPdf } from '../hostile/scripted-pdf.js';
import { sampleImage } from '../sample-image.js';
import { enoughIn } from '../setup/only-in.js';
import { unlimitedRates } from '../unlimited-rates.js';

const inOneMode = enoughIn('standalone', 'the same check of media finds the tools in both');
const patient = { timeoutMs: 60_000, intervalMs: 100 };
const inTime = { timeout: 20_000 };
const tools = ['media.ffmpeg', 'media.poppler', 'media.documents', 'media.website'];

/** A single teal pixel. */
const bitmap = Buffer.from(
  'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAgIAAAA==',
  'base64',
);

/** A single picture in MPEG-4, which no browser plays. */
const tealFilm = execFileSync('ffmpeg', [
  '-v',
  'error',
  '-f',
  'lavfi',
  '-i',
  'color=teal:s=64x48:d=0.2:r=5',
  '-c:v',
  'mpeg4',
  '-f',
  'matroska',
  'pipe:1',
]);
const SOME_ERROR = 'Some error occurred';
const UNPLAYABLE = 'Unable to play this video, You can download and preview locally.';

describe.runIf(inOneMode && process.platform === 'linux')('a tool that is missing for a while', () => {
  let skyshelf: LaunchedSkyshelf;
  let client: ApiClient;
  const programs = mkdtempSync(join(tmpdir(), 'skyshelf-programs-'));
  // The browser runs as a user who owns nothing.
  chmodSync(programs, 0o755);
  const site = createServer((_, answer) =>
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<body style="background: teal">'),
  );
  const install = (program: string) => symlinkSync(join('/usr/bin', program), join(programs, program));
  const remove = (program: string) => rmSync(join(programs, program));

  beforeAll(async () => {
    for (const program of readdirSync('/usr/bin')) install(program);
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const routed = join(import.meta.dirname, '../sources/route-names.mjs');
    skyshelf = await launchSkyshelf({
      env: {
        ...unlimitedRates,
        PATH: programs,
        WEBSITE_THUMBNAILS: 'on',
        STAND_IN_NAMES: JSON.stringify({ 'site.example': (site.address() as AddressInfo).port }),
        NODE_OPTIONS: `--import=${routed}`,
      },
    });
    client = apiClient(skyshelf.url, await skyshelf.token('turner'));
  });
  afterAll(async () => {
    client?.close();
    await skyshelf?.dispose();
    site.close();
    rmSync(programs, { recursive: true, force: true });
  });

  const thumbnailOf = async (name: string) => {
    const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
    return docs.find(({ linkname }) => linkname === name)?.thumbnailImage ?? false;
  };
  const offTools = async () => {
    const { checks } = (await (await fetch(new URL('/health', skyshelf.url))).json()) as {
      checks: Record<string, { status: string }>;
    };
    return tools.filter((each) => checks[each]?.status === 'off');
  };

  it.each([
    ['ffmpeg', 'media.ffmpeg', 'picture.bmp', 'image/bmp', bitmap],
    ['ffprobe', 'media.ffmpeg', 'other.bmp', 'image/bmp', Buffer.concat([bitmap, Buffer.alloc(1)])],
    ['pdftoppm', 'media.poppler', 'paper.pdf', 'application/pdf', scriptedPdf('http://127.0.0.1:9')],
  ])(
    '%s: its files wait, others get theirs, and all is made once it is back',
    async (program, check, name, type, bytes) => {
      remove(program);
      // What `/health` has found counts for a moment.
      await expect.poll(offTools, inTime).toEqual([check]);
      await uploadFile(client, { name, type, bytes });
      const photo = `beside ${name}.png`;
      await uploadFile(client, { name: photo, type: 'image/png', bytes: await sampleImage(64, 48) });
      await eventually(() => thumbnailOf(photo), patient);
      expect(await thumbnailOf(name)).toBe(false);
      const { docs } = await client.call(routes.listJobs);
      expect(new Set(docs.map(({ state }) => state))).toEqual(new Set(['waiting']));
      install(program);
      await eventually(() => thumbnailOf(name), patient);
      await expect.poll(offTools, inTime).toEqual([]);
      await eventually(async () => (await client.call(routes.listJobs)).open === 0, patient);
    },
  );

  it.each([
    ['soffice', 'media.documents', 'letter.rtf', 'application/rtf', Buffer.from('{\\rtf1 A letter}')],
    ['ffmpeg', 'media.ffmpeg', 'film.mkv', 'video/x-matroska', tealFilm],
  ] as const)(
    '%s: what needs it is refused in words, and made once it is back',
    async (program, check, name, type, bytes) => {
      const { _id: id, linkurl } = await uploadFile(client, { name, type, bytes });
      const body = { id, linkurl: linkurl ?? '' };
      const convert = () =>
        program === 'soffice'
          ? client.call(routes.convertDocument, { body })
          : client.call(routes.convertVideo, { body });
      remove(program);
      await expect.poll(offTools, inTime).toEqual([check]);
      await expect(convert()).rejects.toThrow(program === 'soffice' ? SOME_ERROR : UNPLAYABLE);
      install(program);
      await eventually(async () => 'ok' in (await convert()), patient);
      await expect.poll(offTools, inTime).toEqual([]);
    },
  );

  it('chromium: the tile of a page keeps its icon, and the page is looked at once it is back', async () => {
    // On this machine its sandbox may not work at all.
    if ((await offTools()).includes('media.website')) return;
    remove('chromium');
    await expect.poll(offTools, inTime).toEqual(['media.website']);
    const obj = { linkname: 'Page', linktype: 'website', linkurl: 'http://site.example/' } as const;
    await client.call(routes.addElement, { body: { url: '/', obj } });
    await eventually(async () => (await client.call(routes.listJobs)).open === 1, patient);
    install('chromium');
    await eventually(async () => (await client.call(routes.listJobs)).open === 0, patient);
  });
});
