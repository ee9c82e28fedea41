import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { leftUpload as left } from '../../../testing/left-upload.js';
import { show } from '../../../testing/show.js';
import { jobProgressed, jobsEnded } from '../../shared/jobs/jobs-slice.js';
import { store } from '../../shared/store/store.js';
import { logCleared, selectToasts, toast } from '../../shared/toasts/toasts-slice.js';
import { uploadEngineOf } from '../../features/uploads/public.js';
import Dock from './dock.js';

const uploads = uploadEngineOf(store);

interface Process {
  process: string;
  kind: 'copy' | 'delete' | 'tag';
  done: number;
  total: number | null;
}

/** The pixels that messages keep clear of. */
const dockRoom = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--dock-room'));

describe('the dock', () => {
  let hide = (): void => undefined;
  let processes: Process[] = [];
  let cancelled: unknown[] = [];
  beforeEach(() => {
    processes = [];
    cancelled = [];
    vi.stubGlobal('fetch', async (path: string, { body }: { body: string | null }) => {
      if (path === '/api/processes/cancel') {
        cancelled.push(JSON.parse(body ?? ''));
        processes = [];
        return Response.json({ docs: { result: { ok: 1 }, ops: [] } });
      }
      return Response.json(path === '/api/processes' ? { docs: processes } : { docs: [], open: 0 });
    });
  });
  afterEach(() => {
    hide();
    uploads.cancel(...uploads.items().map(({ id }) => id));
    store.dispatch(logCleared());
    vi.unstubAllGlobals();
  });

  it('tells the last fifty messages again, the newest first', async () => {
    for (let index = 1; index <= 51; index += 1) store.dispatch(toast.info(`message ${index}`));
    hide = show(<Dock />);
    await userEvent.click(page.getByRole('button', { name: 'Messages: 50' }));
    const lines = [...document.querySelectorAll('section[aria-label="Messages"] li')];
    expect(lines).toHaveLength(50);
    expect(lines[0]?.textContent).toContain('message 51');
    // They are read here: nothing of them stands in the way any more.
    expect(selectToasts(store.getState())).toEqual([]);
    await expect.poll(dockRoom).toBeGreaterThan(100);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Messages: 50' })).toHaveFocus();
    await expect.poll(dockRoom).toBe(0);
  });

  it('shows a large copy, and cancels it', async () => {
    processes = [{ process: 'p1', kind: 'copy', done: 250, total: 1000 }];
    hide = show(<Dock />);
    await expect
      .element(page.getByRole('progressbar', { name: 'Copying' }))
      .toHaveAttribute('aria-valuenow', '25');
    await expect.element(page.getByText('250 of 1,000 elements')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Cancel: Copying' }));
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    expect(cancelled).toEqual([{ process: 'p1' }]);
  });

  it('stays folded on a phone, and opens by itself for what needs an answer', async () => {
    await page.viewport(390, 844);
    hide = show(<Dock />);
    uploads.restore([left('later.jpg', { status: 'paused' })], () => true);
    await expect.element(page.getByRole('button', { name: 'Expand uploads' })).toBeVisible();
    uploads.restore([left('gone.jpg', { status: 'waiting' })], () => false);
    await expect.element(page.getByRole('button', { name: 'Collapse uploads' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Choose gone.jpg again' })).toBeVisible();
    uploads.cancel(...uploads.list.idsIn('missing'));
    await expect.element(page.getByRole('button', { name: 'Expand uploads' })).toBeVisible();
    const message = 'b.jpg already exist.';
    uploads.restore([left('b.jpg', { status: 'refused', isTaken: true, message })], () => true);
    for (const answer of ['Keep both', 'Replace', 'Skip'])
      await expect.element(page.getByRole('button', { name: `${answer}: b.jpg` })).toBeVisible();
    await page.viewport(1440, 900);
  });

  it('shows a film that is being converted, not the pictures for tiles', async () => {
    hide = show(<Dock />);
    store.dispatch(jobProgressed({ _id: 'film', kind: 'mp4', percent: 40 }));
    store.dispatch(jobProgressed({ _id: 'photo', kind: 'thumbnail', percent: null }));
    await expect.element(page.getByText('Converting a file')).toBeVisible();
    expect(document.querySelectorAll('[role="progressbar"]')).toHaveLength(1);
    store.dispatch(jobsEnded(['film', 'photo']));
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
  });
});
