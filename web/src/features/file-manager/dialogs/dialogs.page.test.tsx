import '../../../shared/dialogs/styles.js';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { element, file, link } from '../../../../testing/element.js';
import { installationWith } from '../../../../testing/installation.js';
import { show } from '../../../../testing/show.js';
import { api } from '../../../shared/api/api.js';
import { store } from '../../../shared/store/store.js';
import { selectToasts, toastGone } from '../../../shared/toasts/toasts-slice.js';
import { dialogClosed, dialogOpened, selectOverlay, type Dialog } from '../state/overlay-slice.js';
import Dialogs from './dialogs.js';

const folder = element({ linkname: 'Trips' });
const photo = file('beach.jpg', { linktype: 'image/jpeg' });
const tides = link('Tides', 'https://example.org/tides');
const siblings = [folder, photo, tides];

describe('the dialogs', () => {
  let hide = (): void => undefined;
  /** Paths of the calls, without the tags that all forms ask for. */
  let asked: string[] = [];
  let sent: unknown;
  let configured: string[] = [];
  let answer: () => Response = () => Response.error();
  let logged: MockInstance | undefined;

  beforeEach(() => {
    asked = [];
    answer = () => Response.error();
    logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
      if (path === '/api/tags') return Response.json({ docs: [{ tag: 'sea', count: 1 }], version: 1 });
      if (path === '/api/installation')
        return Response.json(installationWith({ configuredSources: configured }));
      if (String(path).includes('/companion/')) return Response.json({}, { status: 401 });
      asked.push(path);
      sent = JSON.parse(String(body ?? null));
      return answer();
    });
    hide = show(<Dialogs targetFolder={{ url: '/', folderId: 'root' }} siblings={siblings} />);
  });
  afterEach(() => {
    store.dispatch(dialogClosed());
    hide();
    for (const { id } of selectToasts(store.getState())) store.dispatch(toastGone(id));
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const open = (dialog: Dialog): void => void store.dispatch(dialogOpened(dialog));
  const isOpen = (): boolean => selectOverlay(store.getState()).dialog !== null;
  const said = (): string[] =>
    selectToasts(store.getState()).map(({ title, message }) => `${title}: ${message}`);

  it.each([
    ['Add Link', { kind: 'add-link' }],
    ['Create New Folder', { kind: 'create-folder' }],
    ['Edit Link', { kind: 'edit', element: tides }],
    ['Edit Folder', { kind: 'edit', element: folder }],
    ['Edit File', { kind: 'edit', element: photo }],
  ] as const)('are %s, among others, each with tags [F2.16]', async (name, dialog) => {
    open(dialog);
    await expect.element(page.getByRole('dialog', { name })).toBeVisible();
    await userEvent.fill(page.getByRole('combobox', { name: 'Tags' }), 'se');
    await expect.element(page.getByRole('option', { name: 'sea' })).toBeVisible();
  });

  it.each([
    ['a link that is added', { kind: 'add-link' }, ['', '']],
    ['a new folder', { kind: 'create-folder' }, ['']],
    ['a link', { kind: 'edit', element: tides }, ['Tides', tides.linkurl, 'Website']],
    ['a folder', { kind: 'edit', element: folder }, ['Trips']],
    ['a file', { kind: 'edit', element: photo }, ['beach']],
  ] as const)(
    'for %s have forgotten what was typed when they are opened again [F2.20]',
    async (_, dialog, fresh) => {
      const fields = () => page.getByRole('dialog').getByRole('textbox').elements() as HTMLInputElement[];
      const values = () => fields().map(({ value }) => value);
      open(dialog);
      await expect.poll(values).toEqual(fresh);
      await userEvent.fill(fields()[0] ?? expect.fail('no field'), 'Typed');
      await userEvent.keyboard('{Escape}');
      await expect.poll(isOpen).toBe(false);
      open(dialog);
      await expect.poll(values).toEqual(fresh);
    },
  );

  it('rename a tag wherever it is, and ask before one is removed', async () => {
    answer = () => Response.json({ docs: { result: { ok: 1 }, modifiedCount: 3, process: null } });
    open({ kind: 'retag', tag: 'sea' });
    await userEvent.fill(page.getByRole('textbox', { name: 'New name' }), 'ocean');
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    await expect.poll(isOpen).toBe(false);
    expect(sent).toEqual({ tag: 'sea', to: 'ocean' });
    open({ kind: 'retag', tag: 'sea' });
    await userEvent.click(page.getByRole('button', { name: 'Remove' }));
    await expect.element(page.getByText(/“sea” is taken from all elements/)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Yes' }));
    await expect.poll(isOpen).toBe(false);
    expect(sent).toEqual({ tag: 'sea' });
    expect(asked).toEqual(['/api/tags/rename', '/api/tags/remove']);
    expect(said()).toEqual(['Success: Edited successfully']);
  });

  it('ask before deleting, with No and Yes [F2.17]', async () => {
    open({ kind: 'delete', elements: [photo] });
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' });
    await expect.element(dialog.getByRole('button', { name: 'Yes' })).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'No' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(isOpen).toBe(false);
    expect(asked).toEqual([]);
  });

  it('give the focus back to what they were opened from', async () => {
    const opener = document.body.appendChild(document.createElement('button'));
    opener.focus();
    open({ kind: 'create-folder' });
    await expect.element(page.getByRole('textbox', { name: 'Folder name' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.activeElement).toBe(opener);
    opener.remove();
  });

  const first = ['My Device', 'URL', 'Dropbox'];
  const last = ['Webcam', 'ImageEditor'];
  it.each([
    ['device, URL, Dropbox, Webcam and the image editor', [], [...first, ...last]],
    [
      'Google Drive and OneDrive, too, where they are set up,',
      ['drive', 'onedrive'],
      [...first, 'Google Drive', 'OneDrive', ...last],
    ],
  ])('offer %s to upload from [F2.18]', async (_, setUp, offered) => {
    configured = setUp;
    store.dispatch(api.util.resetApiState());
    open({ kind: 'upload' });
    await expect.element(page.getByRole('tab', { name: 'My Device', selected: true })).toBeVisible();
    const tabs = () => page.getByRole('tab').elements();
    await expect.poll(() => tabs().map(({ textContent }) => textContent)).toEqual(offered);
    for (const name of setUp.length > 0 ? ['Google Drive', 'OneDrive'] : []) {
      answer = () =>
        Response.json({ sources: setUp.map((each) => ({ name: each, on: true, reason: null })) });
      await userEvent.click(page.getByRole('tab', { name }));
      await expect.element(page.getByRole('button', { name: `Connect to ${name}` })).toBeVisible();
    }
  });

  it('say that the download box will show up in a moment, and go by themselves [F2.19]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    open({ kind: 'download' });
    await expect.element(page.getByText('The download box will show up in a moment.')).toBeVisible();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(isOpen()).toBe(false);
    vi.useRealTimers();
  });

  it('lock address and kind of a link, and call no one where nothing changed [F5.12]', async () => {
    open({ kind: 'edit', element: tides });
    await expect.element(page.getByRole('textbox', { name: 'URL' })).toHaveAttribute('readonly');
    await expect.element(page.getByRole('textbox', { name: 'Kind' })).toHaveAttribute('readonly');
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    await expect.poll(isOpen).toBe(false);
    expect([asked, said()]).toEqual([[], []]);
  });

  const submit = async (name: string, button: string): Promise<void> => {
    await userEvent.fill(page.getByRole('textbox', { name: /name/i }), name);
    await userEvent.click(page.getByRole('button', { name: button, exact: true }));
  };
  const failing = () => Response.json({ error: { code: 'internal', message: 'no' } }, { status: 500 });

  it.each([
    ['adding', { kind: 'create-folder' }, 'Create'],
    ['editing', { kind: 'edit', element: folder }, 'Save'],
  ] as const)(
    'keep what was typed when %s fails, which is logged [F8.7 F8.14]',
    async (_, dialog, button) => {
      answer = failing;
      open(dialog);
      await submit('Lisbon', button);
      await expect.poll(said).toEqual(['Error: Some error occurred']);
      await expect.element(page.getByRole('status', { name: 'Saving' })).not.toBeInTheDocument();
      await expect.element(page.getByRole('textbox', { name: /name/i })).toHaveValue('Lisbon');
      expect(logged).toHaveBeenCalledWith('The element could not be saved', expect.anything());
    },
  );

  it('say at the field and as a message that a name is taken [F8.16 F5.11]', async () => {
    answer = () =>
      Response.json({ error: { code: 'name.exists', message: 'Name already exist' } }, { status: 409 });
    open({ kind: 'create-folder' });
    await submit('Lisbon', 'Create');
    await expect.poll(said).toEqual(['Error: Name already exist']);
    await expect.element(page.getByRole('textbox', { name: 'Folder name' })).toBeInvalid();
    await expect.element(page.getByText('Name already exist')).toBeVisible();
  });

  it('say it also when the page sees by itself that a name is taken [F8.16]', async () => {
    open({ kind: 'create-folder' });
    await submit(' TRIPS', 'Create');
    await expect.poll(said).toEqual(['Error: Name already exist']);
    await expect.element(page.getByRole('textbox', { name: 'Folder name' })).toBeInvalid();
    expect(asked).toEqual([]);
  });

  it('say that it is done, and close [F8.5 F8.6]', async () => {
    answer = () => Response.json({ docs: element({ linkname: 'Lisbon' }), warnings: [] });
    open({ kind: 'create-folder' });
    await submit('Lisbon', 'Create');
    await expect.poll(said).toEqual(['Success: Inserted successfully']);
    const after = { ...folder, linkname: 'Porto' };
    answer = () =>
      Response.json({ docs: { ok: 1, modifiedCount: 1, result: { ok: 1 }, element: after }, warnings: [] });
    open({ kind: 'edit', element: folder });
    await submit('Porto', 'Save');
    await expect.poll(said).toContain('Success: Edited successfully');
    expect(isOpen()).toBe(false);
  });
});
