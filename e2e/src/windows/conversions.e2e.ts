import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byFfmpeg } from '../by-ffmpeg.js';
import { openShelf, type OpenShelf } from '../open-shelf.js';

/** A busy machine takes many times the usual 2 s for a document. */
const patient = { timeout: 60_000 };

/** Three seconds that no browser plays as they are. */
const oldFilm = () => byFfmpeg('film.avi', '-f lavfi -i testsrc2=s=320x180:r=25:d=3 -c:v mpeg4');

describe('a file that is converted when it is opened', () => {
  let shelf: OpenShelf;
  const noText = Buffer.alloc(64, '\x01\x02\x03\xff', 'latin1');
  const files = [
    {
      name: 'letter.rtf',
      type: 'application/rtf',
      bytes: Buffer.from('{\\rtf1\\ansi A letter\\page Its end}'),
    },
    { name: 'broken.docx', type: 'application/msword', bytes: noText },
    { name: 'broken.avi', type: 'video/x-msvideo', bytes: noText },
  ];
  beforeAll(async () => {
    const film = { name: 'film.avi', type: 'video/x-msvideo', bytes: await oldFilm() };
    shelf = await openShelf('conversions', { files: [...files, film] });
  });
  afterAll(() => shelf?.close());

  it('is shown page by page when it is a document [S2.11 F2.22 S2.15]', async () => {
    const window = await shelf.open('letter.rtf');
    await window.locator('canvas[data-drawn="1"]').waitFor(patient);
    expect(await window.getByRole('button', { name: 'Previous page' }).isDisabled()).toBe(true);
    await window.getByRole('button', { name: 'Next page' }).click();
    await window.locator('canvas[data-drawn="2"]').waitFor(patient);
    await window.getByText('Page 2 / 2').waitFor();
    expect(await window.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
    const width = async () => (await window.locator('canvas').first().boundingBox())?.width ?? 0;
    const before = await width();
    await window.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(width).toBeGreaterThan(before);
    await window.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(width).toBe(before);
    await window.getByRole('button', { name: 'Previous page' }).click();
    await window.getByText('Page 1 / 2').waitFor();
    await shelf.closeWindow();
    const tile = shelf.page.getByRole('option', { name: /letter\.rtf/ });
    await tile.locator('img[data-state="ready"]').waitFor(patient);
  });

  it('plays when it is a film [F4.18]', async () => {
    const window = await shelf.open('film.avi');
    await window.locator('video').waitFor(patient);
    const played = await window.locator('video').evaluate(async (video: HTMLVideoElement) => {
      video.muted = true;
      await video.play();
      return { width: video.videoWidth, duration: video.duration };
    });
    expect(played).toEqual({ width: 320, duration: expect.closeTo(3, 0) });
    await shelf.closeWindow();
  });

  it('says in the words of the specification that it can’t be shown [S8.1]', async () => {
    const film = await shelf.open('broken.avi');
    await film.getByText('Unable to play this video, You can download and preview locally.').waitFor(patient);
    await shelf.closeWindow();
    await shelf.open('broken.docx');
    const said = shelf.page.getByRole('alert').filter({ hasText: /^Error\s*Some error occurred/ });
    await said.first().waitFor(patient);
    await shelf.closeWindow();
  });
});
