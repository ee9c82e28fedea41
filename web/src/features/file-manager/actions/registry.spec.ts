import { describe, expect, it, type Mock, vi } from 'vitest';
import '../../../../testing/page-globals.js';
import { element, file, link } from '../../../../testing/element.js';
import { type ActionContext, actionOfKey, shortcutLabel } from './action.js';
import { openElement } from './open-element.js';
import {
  addingActions,
  compactMenu,
  elementMenu,
  keyboardActions,
  pageMenu,
  toolbarGroups,
} from './registry.js';

const folder = element({ linkname: 'Work' });
const photo = file('a.jpg', { linktype: 'image/jpeg' });
const context = (change: Partial<ActionContext> = {}): ActionContext & { dispatch: Mock } => ({
  signedIn: true,
  reachable: true,
  targetFolder: { url: '/Trips/', folderId: 'f' },
  elements: [folder, photo],
  selected: [],
  selectMode: false,
  clipboard: null,
  compact: false,
  goTo: vi.fn(),
  pickFolder: vi.fn(),
  focusSearch: vi.fn(),
  refresh: vi.fn(),
  download: vi.fn(),
  send: vi.fn(() => Promise.resolve(true)),
  ...change,
  dispatch: vi.fn(),
});
const action = (name: string) => [...toolbarGroups, ...elementMenu].flat().find((one) => one.name === name)!;
/** The last action dispatched. */
const shown = ({ mock }: Mock): unknown => mock.calls.at(-1)?.at(0);

describe('what can be done', () => {
  it('adds nothing for a visitor, and says why [F6.3]', () => {
    for (const one of addingActions) expect(one.isEnabled(context({ signedIn: false }))).toBe('Log in first');
  });
  it('changes nothing without a network, but goes into folders and tells of elements [S2.91]', () => {
    const away = context({ reachable: false, selected: [photo] });
    const shut = [...toolbarGroups, ...elementMenu, ...pageMenu]
      .flat()
      .filter((one) => one.isEnabled(away) !== true);
    expect(new Set(shut.map((one) => one.name))).toEqual(
      new Set([
        'upload',
        'upload-folder',
        'create-folder',
        'add-link',
        'edit',
        'rename',
        'tags',
        'delete',
        'copy',
        'cut',
        'paste',
        'move-to',
        'copy-to',
        'download',
        'download-folder',
        'share',
        'ask-for-files',
        'history',
        'rewind',
        'undo',
        'import-bookmarks',
        'export-bookmarks',
      ]),
    );
    for (const one of shut) expect(one.isEnabled(away)).toBe('You are offline: nothing can be changed now');
  });
  it('adds nothing before the folder is known', () =>
    expect(action('upload').isEnabled(context({ targetFolder: null }))).toBe('The folder is still loading'));
  it('edits and deletes only what is selected [F4.8]', () => {
    for (const name of ['edit', 'delete', 'open']) {
      expect(action(name).isEnabled(context())).toBe('Select an element first');
      expect(action(name).isEnabled(context({ selected: [photo] }))).toBe(true);
    }
  });
  it('edits one element at a time [F5.22]', () => {
    const both = context({ selected: [folder, photo] });
    expect(action('edit').isEnabled(both)).toBe(true);
    action('edit').run(both);
    expect(shown(both.dispatch)).toMatchObject({
      payload: {
        title: 'Attention',
        message: 'Please select only one element, Because only one element can be edited at a time.',
      },
    });
  });
  it('does not edit or delete default elements [F5.21 F5.24 F8.13]', () => {
    const given = context({ selected: [link('Mail', 'https://mail.example.org', { default: true })] });
    action('edit').run(given);
    expect(shown(given.dispatch)).toMatchObject({ payload: { message: "You can't edit default elements" } });
    action('delete').run(given);
    expect(shown(given.dispatch)).toMatchObject({
      payload: { message: "Default elements can't be deleted. You can hide them in 'My Account' page." },
    });
  });
  it('does not cut or copy default elements [F5.23]', () => {
    const given = context({ selected: [link('Mail', 'https://mail.example.org', { default: true })] });
    action('cut').run(given);
    expect(shown(given.dispatch)).toMatchObject({
      payload: { title: 'Attention', message: "Can't cut default elements ." },
    });
    action('copy').run(given);
    expect(shown(given.dispatch)).toMatchObject({ payload: { message: "Can't copy default elements ." } });
  });
  it('pastes only what was cut or copied, and not where it came from [F4.7 F5.25]', () => {
    expect(action('paste').isEnabled(context())).toBe('Cut or copy something first');
    const source = { url: '/Trips/', folderId: 'f' };
    const held = context({ clipboard: { action: 'cut', elements: [photo], source } });
    expect(action('paste').isEnabled(held)).toBe(true);
    action('paste').run(held);
    expect(shown(held.dispatch)).toMatchObject({
      payload: { message: "You can't cut and paste elements to the same folder." },
    });
  });
  it('pastes elsewhere, and empties the clipboard once that is confirmed [F4.6 F8.8]', async () => {
    const source = { url: '/', folderId: 'root' };
    const given = context({ clipboard: { action: 'copy', elements: [photo], source } });
    action('paste').run(given);
    expect(given.send).toHaveBeenCalledWith({
      action: 'copy',
      elements: [photo],
      from: '/',
      to: given.targetFolder,
    });
    await expect.poll(() => shown(given.dispatch)).toMatchObject({ type: 'clipboard/clipboardEmptied' });
  });
  it('downloads files, five at a time, and leaves out links and folders [F4.9 F5.27 F5.28]', () => {
    expect(action('download').isEnabled(context({ selected: [folder] }))).toBe(
      'Only uploaded files can be downloaded',
    );
    expect(action('download').isEnabled(context({ selected: [photo], compact: true }))).toMatch(/^On phones/);
    const both = context({ selected: [folder, photo] });
    expect(action('download').isEnabled(both)).toBe(true);
    action('download').run(both);
    expect(both.download).toHaveBeenCalledWith(`/api/download?key0=${encodeURIComponent(photo.linkurl!)}`);
    expect(shown(both.dispatch)).toMatchObject({
      payload: {
        message: 'One of your selected elements is link or folder, you can only download uploaded content.',
      },
    });
    const six = context({ selected: Array.from({ length: 6 }, (_, index) => file(`${index}.jpg`)) });
    action('download').run(six);
    expect(six.download).not.toHaveBeenCalled();
    expect(shown(six.dispatch)).toMatchObject({
      payload: { message: 'Maximum 5 files download at a time.' },
    });
  });
  it('downloads one folder as an archive', () => {
    const one = context({ selected: [folder] });
    expect(action('download-folder').isShown?.(one)).toBe(true);
    expect(action('download-folder').isShown?.(context({ selected: [photo] }))).toBe(false);
    action('download-folder').run(one);
    expect(one.download).toHaveBeenCalledWith(`/api/download?folder=${folder._id}`);
  });
  it('asks before deleting [F2.17]', () => {
    const one = context({ selected: [photo] });
    action('delete').run(one);
    expect(shown(one.dispatch)).toMatchObject({ payload: { kind: 'delete', elements: [photo] } });
  });
  it('offers to select or to clear, one at a time [F2.10]', () => {
    expect(compactMenu(false)[0]![0]!.label).toBe('Select...');
    expect(compactMenu(true)[0]![0]!.label).toBe('Clear Selection');
  });
  it('has a name, a label and an icon everywhere, each name once', () => {
    const every = new Set([...toolbarGroups, ...elementMenu, ...pageMenu, keyboardActions].flat());
    expect(new Set([...every].map((one) => one.name)).size).toBe(every.size);
    for (const one of every) expect(one.label).not.toBe('');
  });
});

describe('opening', () => {
  it('goes into a folder [F2.2]', () => {
    const here = context();
    openElement(folder, here);
    expect(here.goTo).toHaveBeenCalledWith('/Trips/Work/');
  });
  it('does not open an address that is no page', () => {
    const opened = vi.fn();
    vi.stubGlobal('window', { open: opened });
    openElement(link('x', 'javascript:alert(1)'), context());
    openElement(link('x', 'https://example.org'), context());
    expect(opened.mock.calls).toEqual([['https://example.org', '_blank', 'noopener']]);
    vi.unstubAllGlobals();
  });
});

describe('keys', () => {
  const press = (
    key: string,
    held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {},
  ): string | undefined =>
    actionOfKey(keyboardActions, {
      key,
      ctrlKey: false,
      metaKey: false,
      shiftKey: false,
      altKey: false,
      ...held,
    })?.name;
  it.each([
    ['F2', {}, 'rename'],
    ['c', { ctrlKey: true }, 'copy'],
    ['X', { metaKey: true }, 'cut'],
    ['v', { ctrlKey: true }, 'paste'],
    ['Delete', {}, 'delete'],
    ['Enter', {}, 'open'],
    ['a', { ctrlKey: true }, 'select-all'],
    ['A', { metaKey: true }, 'select-all'],
    ['/', {}, 'find'],
    ['?', { shiftKey: true }, 'shortcuts'],
    ['a', {}, undefined],
    ['Delete', { shiftKey: true }, undefined],
    ['F2', { altKey: true }, undefined],
  ] as const)('%s with %j does %s', (key, held, name) => expect(press(key, held)).toBe(name));
  it('are shown as people write them', () =>
    expect(shortcutLabel({ key: 'a', mod: true })).toMatch(/^(Ctrl\+A|⌘A)$/));
});
