import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { serve } from '../../../testing/serve.js';
import { show } from '../../../testing/show.js';
import Windows from '../../features/windows/windows.js';
import { selectWindows, windowClosed } from '../../features/windows/windows-slice.js';
import { api } from '../../shared/api/api.js';
import { store } from '../../shared/store/store.js';
import HeaderExtras from './header-extras.js';

const home = location.pathname + location.search;
let items: object[] = [];
let conditions = 'Rain';
let asked: Record<string, unknown>[] = [];
let hide = (): void => undefined;

beforeEach(() => {
  items = [];
  asked = [];
  conditions = 'Rain';
  serve({
    '/api/account/options/': () => ({ sport: false, darkMode: true }),
    '/api/news/': (flags: Record<string, unknown>) => (
      asked.push(flags),
      { feed: { items }, samples: false }
    ),
    '/api/weather/': (place: Record<string, unknown>) => (
      asked.push(place),
      { currentConditions: { icon: 'rain', conditions, temp: 7.4, feelslike: 4.6 }, sample: false }
    ),
  });
});
afterEach(() => {
  hide();
  for (const { id } of selectWindows(store.getState()).stack) store.dispatch(windowClosed(id));
  store.dispatch(api.util.resetApiState());
  history.replaceState(null, '', home);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const showAll = (): void => {
  hide = show(
    <>
      <HeaderExtras />
      <Windows covered={false} />
    </>,
  );
};
const permission = (state: PermissionState): void =>
  void vi.spyOn(navigator.permissions, 'query').mockResolvedValue({ state } as PermissionStatus);
/** Answers by where the browser is, or that it may not say. */
const locate = (place: { latitude: number; longitude: number } | null) =>
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((found, failed) => {
    if (place) found({ coords: place } as GeolocationPosition);
    else failed?.({ code: 1 } as GeolocationPositionError);
  });
const badge = () => page.getByRole('group', { name: 'Weather here' });
const offer = () => page.getByRole('button', { name: 'Show the weather here' });

it('opens the window of news over the files, with the categories of the account [S2.63 S8.4]', async () => {
  permission('denied');
  items = [
    { title: 'Tides', link: 'https://news.example/1', content: 'High', isoDate: '2026-01-02T12:00:00Z' },
  ];
  showAll();
  await page.getByRole('button', { name: 'News' }).click();
  await expect.element(page.getByRole('link', { name: 'Tides' })).toBeVisible();
  await expect.element(page.getByText('Jan 2, 2026')).toBeVisible();
  expect(location.pathname).toBe('/allfiles/');
  expect(asked).toEqual([{ sport: false }]);
});

it('asks for the place at a click, and shows the weather there [S2.64]', async () => {
  permission('prompt');
  const where = locate({ latitude: 52.52, longitude: 13.405 });
  showAll();
  await expect.element(offer()).toBeVisible();
  expect(where).not.toHaveBeenCalled();
  await offer().click();
  await expect.element(badge()).toBeVisible();
  expect(badge().element().textContent).toBe('7 °CRainfeels like 5 °C');
  expect(asked).toEqual([{ latitude: 52.52, longitude: 13.405 }]);
});

it('shows nothing to who has refused, and does not ask again [S2.64]', async () => {
  permission('prompt');
  const where = locate(null);
  showAll();
  await offer().click();
  await expect.poll(() => offer().elements().length).toBe(0);
  expect(badge().elements()).toHaveLength(0);
  hide();
  permission('denied');
  showAll();
  await expect.element(page.getByRole('button', { name: 'News' })).toBeVisible();
  expect(offer().elements()).toHaveLength(0);
  expect(where).toHaveBeenCalledTimes(1);
});

it('shows it at once where that was allowed before, and at 1440 the whole of its words [S2.64]', async () => {
  await page.viewport(1440, 900);
  // The longest words of Visual Crossing.
  conditions = 'Freezing Drizzle/Freezing Rain, Partially cloudy';
  permission('granted');
  locate({ latitude: 1, longitude: 2 });
  showAll();
  await expect.element(badge()).toBeVisible();
  const isCut = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth > clientWidth;
  const words = [...badge().element().querySelectorAll('span span')];
  expect(words.map((one) => [one.textContent, isCut(one)])).toEqual([
    [conditions, false],
    ['feels like 5 °C', false],
  ]);
});
