import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { store } from '../../shared/store/store.js';
import { show } from '../../../testing/show.js';
import { selectToasts, toast, toastGone, undoGone } from '../../shared/toasts/toasts-slice.js';
import { CookieBanner } from '../shell/shell-parts.js';
import { Toasts } from './toasts.js';

describe('notices', () => {
  let hide = (): void => undefined;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    hide = show(<Toasts />);
  });
  afterEach(() => {
    vi.useRealTimers();
    for (const { id } of selectToasts(store.getState())) store.dispatch(toastGone(id));
    hide();
  });
  const shown = (): number => selectToasts(store.getState()).length;

  it('have a title and a message, and an error is announced at once', async () => {
    store.dispatch(toast.error('Name already exist'));
    await expect.element(page.getByRole('alert')).toHaveTextContent('ErrorName already exist');
  });

  it('stand above an open dialog', async () => {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.showModal();
    store.dispatch(toast.success('Inserted successfully'));
    const card = page.getByText('Inserted successfully');
    await expect.element(card).toBeVisible();
    const { left, top } = card.element().getBoundingClientRect();
    // What is outside of a modal dialog takes no clicks, so that no element is found there; it is the topmost layer all
    // the same.
    expect(card.element().closest(':popover-open')).not.toBeNull();
    expect(left).toBeGreaterThan(0);
    expect(top).toBeGreaterThan(innerHeight / 2);
    dialog.remove();
  });

  it('stand above the banner of cookies', async () => {
    const hideBanner = show(<CookieBanner />);
    const banner = page.getByRole('region', { name: 'Cookies' });
    await expect.element(banner).toBeVisible();
    store.dispatch(toast.success('Inserted successfully'));
    const toastBottom = () =>
      page.getByText('Inserted successfully').element().closest('[data-tone]')?.getBoundingClientRect()
        .bottom;
    const { top } = banner.element().getBoundingClientRect();
    await expect.poll(toastBottom).toBeLessThanOrEqual(top);
    hideBanner();
    await expect.poll(toastBottom).toBeGreaterThan(top);
  });

  it('offer to undo what can be undone', async () => {
    store.dispatch(toast.success('Deleted successfully', 'u1'));
    await expect
      .element(page.getByRole('button', { name: 'Undo: Deleted successfully' }))
      .toHaveTextContent('Undo');
    store.dispatch(undoGone('u1'));
    await expect.element(page.getByRole('button', { name: /Undo/ })).not.toBeInTheDocument();
  });

  it('go after ten seconds [S8.2]', async () => {
    store.dispatch(toast.success('Inserted successfully'));
    await expect.element(page.getByText('Inserted successfully')).toBeVisible();
    vi.advanceTimersByTime(9_900);
    expect(shown()).toBe(1);
    vi.advanceTimersByTime(200);
    expect(shown()).toBe(0);
  });

  it('stay while one points at them', async () => {
    store.dispatch(toast.success('Inserted successfully'));
    await userEvent.hover(page.getByText('Inserted successfully'));
    vi.advanceTimersByTime(60_000);
    expect(shown()).toBe(1);
    await userEvent.unhover(page.getByText('Inserted successfully'));
    vi.advanceTimersByTime(10_100);
    expect(shown()).toBe(0);
  });

  it('go when they are dismissed', async () => {
    store.dispatch(toast.info('Please log in again.'));
    await userEvent.click(page.getByRole('button', { name: 'Dismiss this message' }));
    expect(shown()).toBe(0);
  });
});
