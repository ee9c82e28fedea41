import { describe, expect, it, vi, type Mock } from 'vitest';
import { element, file, link } from '../../../../testing/element.js';
import type { ActionContext } from './action.js';
import { openElement } from './open-element.js';
import {
  addingActions,
  compactMenu,
  elementMenu,
  keyboardActions,
  pageMenu,
  toolbarGroups,
} from './registry.js';
import { actionOfKey, shortcutLabel } from './shortcut-keys.js';

const folder = element({ linkname: 'Work' });
const photo = file('a.jpg', { linktype: 'image/jpeg' });
const context = (change: Partial<ActionContext> = {}): ActionContext & { dispatch: Mock } => ({
  signedIn: true,
  targetFolder: { url: '/Trips/', folderId: 'f' },
  elements: [folder, photo],
  selected: [],
  selectMode: false,
  goTo: vi.fn(),
  pickFiles: vi.fn(),
  focusSearch: vi.fn(),
  refresh: vi.fn(),
  ...change,
  dispatch: vi.fn(),
});
const action = (name: string) => [...toolbarGroups, ...elementMenu].flat().find((one) => one.name === name)!;
/** What was dispatched last. */
const shown = ({ mock }: Mock): unknown => mock.calls.at(-1)?.at(0);

describe('what can be done', () => {
  it('adds nothing for a visitor, and says why', () => {
    for (const one of addingActions) expect(one.isEnabled(context({ signedIn: false }))).toBe('Log in first');
  });
  it('adds nothing before the folder is known', () =>
    expect(action('upload').isEnabled(context({ targetFolder: null }))).toBe('The folder is still loading'));
  it('edits and deletes only what is selected', () => {
    for (const name of ['edit', 'delete', 'open']) {
      expect(action(name).isEnabled(context())).toBe('Select an element first');
      expect(action(name).isEnabled(context({ selected: [photo] }))).toBe(true);
    }
  });
  it('edits one element at a time', () => {
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
  it('does not edit or delete default elements', () => {
    const given = context({ selected: [link('Mail', 'https://mail.example.org', { default: true })] });
    action('edit').run(given);
    expect(shown(given.dispatch)).toMatchObject({ payload: { message: "You can't edit default elements" } });
    action('delete').run(given);
    expect(shown(given.dispatch)).toMatchObject({
      payload: { message: "Default elements can't be deleted. You can hide them in 'My Account' page." },
    });
  });
  it('asks before deleting', () => {
    const one = context({ selected: [photo] });
    action('delete').run(one);
    expect(shown(one.dispatch)).toMatchObject({ payload: { kind: 'delete', elements: [photo] } });
  });
  it('offers to select or to clear, one at a time', () => {
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
  it('goes into a folder', () => {
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
    ['F2', {}, 'edit'],
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
