import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { quiet } from '../../../../testing/folder-on-screen.js';
import { show } from '../../../../testing/show.js';
import { store } from '../../../shared/store/store.js';
import { selectToasts, toastGone } from '../../../shared/toasts/toasts-slice.js';
import { dialogClosed, selectOverlay } from '../state/overlay-slice.js';
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
