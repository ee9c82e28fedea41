import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { installationWith } from '../../../testing/installation.js';
import { serve } from '../../../testing/serve.js';
import { show } from '../../../testing/show.js';
import { api } from '../../shared/api/api.js';
import { store } from '../../shared/store/store.js';
import Intro from './intro.js';

const titles = [
  'Add or upload your favourite media',
  'No registration needed',
  'Organise everything in one place',
  'Make it your start page',
];
let hide = (): void => undefined;
const shown = (): (string | undefined)[] =>
  [...document.querySelectorAll('[aria-roledescription="slide"]')]
    .filter((slide) => !slide.hasAttribute('inert'))
    .map((slide) => slide.querySelector('h2')?.textContent);

beforeEach(() => {
  serve({
    '/api/installation': () =>
      installationWith({ configuredSources: ['url', 'drive'], websitePictures: true }),
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  hide();
  delete document.documentElement.dataset.still;
  store.dispatch(api.util.resetApiState());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the carousel of the intro', () => {
  it('shows four messages in turn, and waits while one points at it or has paused it [S1.1]', async () => {
    hide = show(<Intro />);
    // The pointer may be where a test before has left it: on the slides.
    await userEvent.hover(page.getByRole('tab').first());
    for (const title of [...titles, titles[0]]) {
      await expect.poll(shown).toEqual([title]);
      // Set once the slide has been painted.
      await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
      await vi.advanceTimersByTimeAsync(7000);
    }
    await userEvent.hover(page.getByRole('region', { name: 'What Skyshelf is for' }));
    const held = shown();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(shown()).toEqual(held);
    await page.getByRole('button', { name: 'Pause the slides' }).click();
    await userEvent.unhover(page.getByRole('region', { name: 'What Skyshelf is for' }));
    (document.activeElement as HTMLElement).blur();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(shown()).toEqual(held);
  });

  it('is led by dots and by the keyboard [S1.1]', async () => {
    hide = show(<Intro />);
    await page.getByRole('button', { name: `Show: ${titles[2]}` }).click();
    await expect.poll(shown).toEqual([titles[2]]);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(shown).toEqual([titles[3]]);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(shown).toEqual([titles[0]]);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(shown).toEqual([titles[3]]);
    await expect.element(page.getByRole('button', { name: 'Play the slides' })).toBeVisible();
  });

  it('stands still for who wants no motion [S1.1]', async () => {
    document.documentElement.dataset.still = '';
    hide = show(<Intro />);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(shown()).toEqual([titles[0]]);
  });
});

it('tells of uploads from a device and from the clouds of this server, and of links with pictures [S1.2]', async () => {
  hide = show(<Intro />);
  await expect.element(page.getByText('From other clouds too: Google Drive.')).toBeVisible();
  const name = 'Add videos and websites from elsewhere';
  await expect.element(page.getByRole('heading', { name })).toBeVisible();
  await expect.element(page.getByText(/A picture of the website is made/)).toBeVisible();
});

it('has tabs of three features, led by the keyboard too, and leads to the startup program and the extension [S1.3 S1.4]', async () => {
  hide = show(<Intro />);
  const panel = () => page.getByRole('tabpanel').element().textContent;
  await expect
    .element(page.getByRole('link', { name: 'Get the startup program' }))
    .toHaveAttribute('href', '/startup');
  await expect
    .element(page.getByRole('link', { name: 'Get the browser extension' }))
    .toHaveAttribute('href', '/extension');
  await page.getByRole('tab', { name: 'Dark appearance' }).click();
  await expect.poll(panel).toContain('A night sky of its own');
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(panel).toContain('one full-screen viewer with swipes on a phone');
  await expect.element(page.getByRole('tab', { name: 'Responsive' })).toHaveFocus();
});

it('fetches the film of the product only when it is played, and tells it in words [S1.5]', async () => {
  hide = show(<Intro />);
  const play = page.getByRole('button', { name: 'Play the film of half a minute' });
  await expect.element(play).toBeVisible();
  expect(document.querySelector('video')).toBeNull();
  await page.getByText('The film in words').click();
  await expect.element(page.getByText(/Three photographs are dropped/)).toBeVisible();
  await play.click();
  await expect.poll(() => document.querySelector('video')?.duration ?? 0).toBeGreaterThan(10);
  expect(document.querySelector('video')?.duration).toBeLessThanOrEqual(40);
});
