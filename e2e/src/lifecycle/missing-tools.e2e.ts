import { launchSkyshelf, type LaunchedSkyshelf } from '@skyshelf/testing';
import { enter, launchChromium } from '../browser.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enoughIn } from '../setup/only-in.js';

const once = enoughIn('standalone', 'the same check of media finds the tools in both');

describe.runIf(once)('without ffmpeg and poppler', () => {
  let skyshelf: LaunchedSkyshelf;

  beforeAll(async () => {
    skyshelf = await launchSkyshelf({ env: { PATH: '/nowhere' } });
  });
  afterAll(() => skyshelf.dispose());

  it('Skyshelf runs, and says which features are off and how to switch them on', async () => {
    const answer = await fetch(new URL('/health', skyshelf.url));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      status: 'ok',
      checks: {
        'media.ffmpeg': { status: 'off', hint: expect.stringMatching(/apt-get install ffmpeg/) },
        'media.poppler': { status: 'off', hint: expect.stringMatching(/apt-get install poppler-utils/) },
      },
    });
    expect((await fetch(new URL('/health/ready', skyshelf.url))).status).toBe(200);
  });

  it('no user is told what operators are to install', async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await enter(page, skyshelf, await skyshelf.token('nina'));
      await page.getByText('Your shelf is ready').waitFor();
      expect(await page.getByText(/apt-get|ffmpeg/).count()).toBe(0);
    } finally {
      await browser.close();
    }
  });
});
