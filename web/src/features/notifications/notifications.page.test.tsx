import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../../testing/show.js';
import { store } from '../../shared/store/store.js';
import { uploadEngineOf } from '../uploads/public.js';
import { notifyOfEnds, Notifications } from './public.js';

/** Replaces the browser's notification: a test cannot click one in front of a screen. */
class Shown extends EventTarget {
  static permission: NotificationPermission = 'default';
  static answer: NotificationPermission = 'granted';
  static all: Shown[] = [];
  static requestPermission = async () => (Shown.permission = Shown.answer);
  closed = 0;
  constructor(
    readonly title: string,
    readonly options: NotificationOptions,
  ) {
    super();
    Shown.all.push(this);
  }
  close = (): void => void (this.closed ||= performance.now());
}

const uploads = uploadEngineOf(store);
let hide = (): void => undefined;
beforeEach(() => {
  Object.assign(Shown, { permission: 'default', answer: 'granted', all: [] });
  vi.stubGlobal('Notification', Shown);
});
afterEach(async () => {
  hide();
  await uploads.empty();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.removeItem('skyshelf:notify');
  history.replaceState(null, '', '/');
});
const toggle = page.getByRole('switch', { name: 'Notify me in this browser' });

it('asks when it is switched on, and says how to allow what is refused', async () => {
  Shown.answer = 'denied';
  hide = show(<Notifications />);
  await toggle.click();
  await expect.element(page.getByText(/does not let Skyshelf show.*allow Notifications/)).toBeVisible();
  await expect.element(toggle).not.toBeChecked();
  Shown.answer = 'granted';
  await toggle.click();
  await expect.element(toggle).toBeChecked();
  await toggle.click();
  await expect.element(toggle).not.toBeChecked();
});

it('says once what has ended while the tab is hidden, for 5 s; a click leads there [S2.93]', async () => {
  hide = show(<Notifications />);
  await toggle.click();
  await expect.element(toggle).toBeChecked();
  const stop = notifyOfEnds();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const refused = { error: { code: 'input.invalid', message: 'no' } };
  vi.stubGlobal('fetch', async () => Response.json(refused, { status: 400 }));
  const upload = (...names: string[]) => {
    uploads.add(
      { url: '/Trips/', folderId: 'f' },
      names.map((name) => new File(['x'], name)),
    );
    return expect.poll(() => uploads.list.totals.unsettled).toBe(0);
  };
  await upload('seen.jpg');
  visibility.mockReturnValue('hidden');
  await upload('a.jpg', 'b.jpg');
  await expect.poll(() => Shown.all.length).toBe(1);
  const begun = performance.now();
  const [shown] = Shown.all;
  expect(shown?.title).toBe('2 files could not be uploaded');
  expect(shown?.options.body).toBe('a.jpg, b.jpg');
  await expect.poll(() => shown?.closed ?? 0).toBeGreaterThan(begun + 4900);
  shown?.dispatchEvent(new Event('click'));
  expect(location.pathname).toBe('/allfiles/Trips/');
  stop();
});
