import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { element } from '../../../../testing/element.js';
import { option } from '../../../../testing/folder-on-screen.js';
import { serve } from '../../../../testing/serve.js';
import { show } from '../../../../testing/show.js';
import { listingsApi } from '../../../shared/listings/listings-api.js';
import { store } from '../../../shared/store/store.js';
import FileManager from '../file-manager.js';

const home = location.pathname + location.search;

describe('elements dragged into a folder that opens on the way', () => {
  let close = (): void => undefined;
  afterEach(() => {
    close();
    store.dispatch(listingsApi.util.resetApiState());
    vi.unstubAllGlobals();
  });
  afterAll(() => history.replaceState(null, '', home));

  it.each([
    ['before it is known what it holds', 'drop'],
    ['while the tile they were held over goes away', 'dragend'],
  ] as const)('go there, also when they are dropped %s', async (_, heard) => {
    const docs = [element({ _id: 'trips', linkname: 'Trips' }), element({ linkname: 'Work' })];
    const listed = Promise.withResolvers<object>();
    const sent: unknown[] = [];
    serve({
      '/api/': ({ url }: { url: string }) =>
        url === '/' ? { docs, folderId: 'root', version: 1, next: null } : listed.promise,
      '/api/paste/': (body: object) => {
        sent.push(body);
        return { docs: { result: { ok: 1 }, ops: [], process: null }, warnings: [] };
      },
    });
    history.replaceState(null, '', '/allfiles/');
    close = show(<FileManager />);
    await expect.element(page.getByRole('option', { name: /^Work,/ })).toBeVisible();

    const { left, top } = option('Trips').getBoundingClientRect();
    const at = { bubbles: true, cancelable: true, clientX: left + 30, clientY: top + 30 };
    // One that no browser has begun keeps no effect.
    const dataTransfer = Object.defineProperty(new DataTransfer(), 'dropEffect', {
      value: 'none',
      writable: true,
    });
    const under = () => document.elementFromPoint(at.clientX, at.clientY) ?? expect.fail('nothing is there');
    const work = option('Work');
    work.dispatchEvent(new PointerEvent('pointerdown', { ...at, pointerType: 'mouse' }));
    work.dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer }));
    under().dispatchEvent(new DragEvent('dragover', { ...at, dataTransfer }));
    await expect.poll(() => location.pathname).toBe('/allfiles/Trips/');
    await expect.poll(() => page.getByRole('option').elements()).toEqual([]);
    const entries = history.length;
    (heard === 'drop' ? under() : work).dispatchEvent(new DragEvent(heard, { ...at, dataTransfer }));
    listed.resolve({ docs: [], folderId: 'trips', version: 1, next: null });
    await expect
      .poll(() => sent)
      .toEqual([
        expect.objectContaining({ action: 'cut', actionUrl: '/', url: '/Trips/', folderId: 'trips' }),
      ]);
    expect(history.length).toBe(entries);
  });
});
