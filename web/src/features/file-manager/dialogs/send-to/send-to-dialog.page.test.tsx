import '../../../../shared/dialogs/styles.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ElementView } from '@skyshelf/contracts/browser';
import { element, file } from '../../../../../testing/element.js';
import { ActionsOnScreen, send } from '../../../../../testing/folder-on-screen.js';
import { show } from '../../../../../testing/show.js';
import { api } from '../../../../shared/api/api.js';
import { store } from '../../../../shared/store/store.js';
import SendToDialog from './send-to-dialog.js';

const work = element({ linkname: 'Work' });
const trips = element({ linkname: 'Trips' });
const letter = file('letter.docx');
const inTrips = ['Lisbon', 'Bergen'].map((linkname) =>
  element({ linkname, folderId: trips._id, path: '/Trips/' }),
);
const drive: Record<string, { folderId: string; docs: ElementView[] }> = {
  '/': { folderId: 'root', docs: [work, trips, letter] },
  '/Trips/': { folderId: trips._id, docs: inTrips },
  '/Work/': { folderId: work._id, docs: [] },
  '/Trips/Lisbon/': { folderId: inTrips[0]?._id ?? '', docs: [] },
};

describe('choosing a folder for elements', () => {
  let hide = (): void => undefined;
  const close = vi.fn();
  const open = (elements: ElementView[], action: 'cut' | 'copy' = 'cut'): void => {
    hide = show(
      <ActionsOnScreen>
        <SendToDialog
          dialog={{ kind: 'send-to', action, elements }}
          targetFolder={{ url: '/', folderId: 'root' }}
          siblings={[]}
          close={close}
        />
      </ActionsOnScreen>,
    );
  };
  beforeEach(() => {
    vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
      const listed = drive[(JSON.parse(body) as { url: string }).url];
      return Response.json({ ...listed, version: 1 });
    });
    send.mockReset();
    send.mockResolvedValue(true);
    close.mockReset();
  });
  afterEach(() => {
    hide();
    store.dispatch(api.util.resetApiState());
    vi.unstubAllGlobals();
  });

  it('goes into folders and up again by keys alone, and moves into the open one', async () => {
    open([letter]);
    await expect.element(page.getByRole('option', { name: 'Trips' })).toBeVisible();
    await expect.element(page.getByRole('listbox')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('option', { name: 'Bergen' })).toBeVisible();
    await userEvent.keyboard('l{ArrowRight}');
    await expect.element(page.getByText('No folders in here')).toBeVisible();
    await userEvent.keyboard('{Backspace}');
    await expect.element(page.getByRole('option', { name: 'Lisbon', selected: true })).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await userEvent.click(page.getByRole('button', { name: 'Move to Lisbon' }));
    await expect.poll(() => close.mock.calls.length).toBe(1);
    expect(send).toHaveBeenCalledWith({
      action: 'cut',
      elements: [letter],
      from: '/',
      to: { url: '/Trips/Lisbon/', folderId: inTrips[0]?._id },
    });
  });

  it('offers neither the folder they are in nor one that is moved itself', async () => {
    open([work], 'copy');
    await expect.element(page.getByRole('option', { name: 'Work' })).toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByRole('button', { name: 'Copy to All Files' })).toBeDisabled();
    await userEvent.click(page.getByRole('option', { name: 'Trips' }));
    await userEvent.click(page.getByRole('button', { name: 'Copy to Trips' }));
    await expect.poll(() => send.mock.calls.length).toBe(1);
  });

  it('stays open when it was refused', async () => {
    send.mockResolvedValue(false);
    open([letter]);
    await userEvent.click(page.getByRole('option', { name: 'Work' }));
    await userEvent.click(page.getByRole('button', { name: 'Move to Work' }));
    await expect.poll(() => send.mock.calls.length).toBe(1);
    await expect.element(page.getByRole('button', { name: 'Move to Work' })).toBeEnabled();
    expect(close).not.toHaveBeenCalled();
  });
});
