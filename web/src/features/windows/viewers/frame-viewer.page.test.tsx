import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { link } from '../../../../testing/element.js';
import { show } from '../../../../testing/show.js';
import { FramePlayer } from './frame-viewer.js';
import { vimeo } from './players/players.js';

const video = link('Tides', 'https://vimeo.com/76', { linktype: 'vimeo' });
/** An address of this kind takes no query. */
const protocol = { ...vimeo, query: () => ({}) };
/** A player that runs this script; of this page's origin, so that its words count. */
const player = (script: string): string =>
  URL.createObjectURL(new Blob([`<!doctype html><script>${script}</script>`], { type: 'text/html' }));
const answersAndEnds = `onmessage = ({ data }) => {
  if (data.method === 'ping') parent.postMessage({ method: 'ping' }, '*');
  if (data.value === 'ended') for (let i = 0; i < 3; i += 1) parent.postMessage('{"event": "ended"}', '*');
}`;

let remove = (): void => undefined;
afterEach(() => remove());

const open = (address: string, deadAfterMs = 10_000) => {
  const onEnd = vi.fn();
  remove = show(
    <FramePlayer
      element={video}
      address={address}
      protocol={protocol}
      onEnd={onEnd}
      deadAfterMs={deadAfterMs}
      isSandboxed
    />,
  );
  return onEnd;
};
const state = () => document.querySelector('[data-player]')?.getAttribute('data-player');

it('goes on once when the player says that it has ended [S2.5]', async () => {
  const onEnd = open(player(answersAndEnds));
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce(), { timeout: 10_000 });
  await expect.poll(state).toBe('alive');
});

it('ignores what others say', async () => {
  const onEnd = open(player(''));
  const frame = document.querySelector('iframe');
  const data = '{"event": "ended"}';
  dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source: window }));
  dispatchEvent(
    new MessageEvent('message', {
      data,
      origin: 'https://elsewhere.example',
      source: frame?.contentWindow ?? null,
    }),
  );
  await new Promise(requestAnimationFrame);
  expect(onEnd).not.toHaveBeenCalled();
  expect(state()).toBe('waiting');
});

it('offers a tab of its own in place of a player that stays silent', async () => {
  open(player(''), 50);
  const link = page.getByRole('link', { name: 'Open in a new tab' });
  await expect.element(link).toHaveAttribute('href', 'https://vimeo.com/76');
  await expect.element(page.getByText('The player does not answer.', { exact: false })).toBeVisible();
});

it('tells whose page it is on, and lets no one take it elsewhere', () => {
  open(player(''));
  const frame = document.querySelector('iframe');
  expect(frame?.referrerPolicy).toBe('strict-origin-when-cross-origin');
  expect(frame?.title).toBe('Tides');
  expect(frame?.sandbox.contains('allow-scripts')).toBe(true);
  expect(frame?.sandbox.value).not.toContain('top-navigation');
});
