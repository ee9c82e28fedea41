import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { file } from '../../../../testing/element.js';
import { quiet } from '../../../../testing/folder-on-screen.js';
import { serve } from '../../../../testing/serve.js';
import { show } from '../../../../testing/show.js';
import { store } from '../../../shared/store/store.js';
import { selectToasts, toastGone } from '../../../shared/toasts/toasts-slice.js';
import { dialogClosed, selectOverlay } from '../state/overlay-slice.js';
import { cutTrashed, selectClipboard, sendElements } from './clipboard.js';
import { usePaste } from './use-paste.js';

const url = 'https://example.org/';
const home = location.pathname + location.search;
const dialog = () => selectOverlay(store.getState()).dialog;

describe('what is pasted before the folder is open', () => {
  let open = (): void => undefined;
  let hide = (): void => undefined;
  const Opening = () => {
    const [there, setThere] = useState(false);
    open = () => setThere(true);
    usePaste({ ...quiet, targetFolder: there ? quiet.targetFolder : null });
    return <output />;
  };
  const paste = async (): Promise<void> => {
    hide = show(<Opening />);
    await expect.poll(() => document.querySelector('output')).not.toBeNull();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', url);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
    expect(dialog()).toBeNull();
  };
  afterEach(() => {
    hide();
    store.dispatch(dialogClosed());
    for (const { id } of selectToasts(store.getState())) store.dispatch(toastGone(id));
    history.replaceState(null, '', home);
  });

  it('waits for it', async () => {
    await paste();
    open();
    await expect.poll(dialog).toEqual({ kind: 'add-link', url });
  });

  it('is not for the next folder, and that is said', async () => {
    await paste();
    history.pushState(null, '', '/allfiles/Elsewhere/');
    await expect.poll(() => selectToasts(store.getState()).map(({ message }) => message)).toHaveLength(1);
    open();
    expect(dialog()).toBeNull();
  });
});

it('restores what was cut in the trash, and can undo that', async () => {
  const note = file('note.txt');
  const sent: unknown[] = [];
  serve({
    '/api/trash/restore': (body: object) => {
      sent.push(body);
      return { docs: { result: { ok: 1 }, ops: [{ ...note, folderId: 'trips' }] }, operation: 'o' };
    },
  });
  store.dispatch(cutTrashed([note]));
  const { action, elements } = selectClipboard(store.getState()) ?? expect.fail('nothing was cut');
  const to = { url: '/Trips/', folderId: 'trips' };
  expect(await store.dispatch(sendElements({ action, elements, from: '/', to }))).toBe(true);
  expect(sent).toEqual([{ ids: [note._id], to: 'trips' }]);
  expect(store.getState().undo?.at(-1)?.operations).toEqual(['o']);
  vi.unstubAllGlobals();
});
