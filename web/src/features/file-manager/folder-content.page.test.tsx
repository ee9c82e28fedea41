import type { ElementView } from '@skyshelf/contracts/browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { jobProgressed, jobsEnded } from '../../shared/jobs/jobs-slice.js';
import { store } from '../../shared/store/store.js';
import { element, file, link } from '../../../testing/element.js';
import { Folder, option, selectedNames, send } from '../../../testing/folder-on-screen.js';
import { show } from '../../../testing/show.js';
import { presentChanged, selectionCleared, selectSelection } from './selection/selection.js';
import { layoutChosen } from './state/view-slice.js';
import { dialogClosed, dialogOpened, menuClosed, selectOverlay } from './state/overlay-slice.js';

describe('a folder on the screen', () => {
  const goTo = vi.fn();
  let close = (): void => undefined;
  const open = async (elements: ElementView[]): Promise<void> => {
    close = show(<Folder elements={elements} goTo={goTo} />);
    await expect.poll(() => document.querySelectorAll('[data-id]').length).toBeGreaterThan(0);
  };
  beforeEach(() => void goTo.mockReset());
  afterEach(() => {
    close();
    store.dispatch(selectionCleared());
    store.dispatch(layoutChosen('block'));
    window.scrollTo(0, 0);
  });

  describe('of a new account', () => {
    const welcome = page.getByRole('region', { name: 'Your shelf is ready' });
    const tile = element({ linkname: 'Gmail', linktype: 'website', default: true });

    it('welcomes above the default elements, and no longer once it has one of its own', async () => {
      await open([tile]);
      for (const name of ['Upload', 'Create folder', 'Add'])
        await expect.element(welcome.getByRole('button', { name, exact: true })).toBeEnabled();
      await expect.element(welcome.getByText(/^Drop files anywhere/)).toBeVisible();
      const below = option('Gmail').getBoundingClientRect().top;
      expect(welcome.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(below);
      close();
      await open([tile, element({ linkname: 'Trips' })]);
      await expect.element(welcome).not.toBeInTheDocument();
    });
  });

  describe('under mouse and keys', () => {
    const names = Array.from({ length: 40 }, (_, index) => `Folder ${String(index).padStart(2, '0')}`);
    const folders = names.map((linkname) => element({ linkname }));
    const topOf = (name: string): string => option(name).style.top;
    const columns = (): number => names.filter((name) => topOf(name) === topOf('Folder 00')).length;

    it('selects one, toggles with Ctrl, adds a range with Shift [F4.1 F4.2]', async () => {
      await open(folders);
      await userEvent.click(option('Folder 02'));
      await userEvent.keyboard('{Control>}');
      await userEvent.click(option('Folder 05'));
      await userEvent.keyboard('{/Control}');
      expect(selectedNames()).toEqual(['Folder 02', 'Folder 05']);
      await userEvent.keyboard('{Shift>}');
      await userEvent.click(option('Folder 07'));
      await userEvent.keyboard('{/Shift}');
      expect(selectedNames()).toEqual(['Folder 02', 'Folder 05', 'Folder 06', 'Folder 07']);
    });

    it('moves by arrows through rows, keeps the active one known to assistive technology', async () => {
      await open(folders);
      await userEvent.click(option('Folder 01'));
      await userEvent.keyboard('{ArrowRight}{ArrowDown}');
      const expected = names[2 + columns()] ?? '';
      expect(selectedNames()).toEqual([expected]);
      const list = document.querySelector('[role="listbox"]');
      expect(document.activeElement).toBe(list);
      expect(list?.getAttribute('aria-activedescendant')).toBe(option(expected).id);
      await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
      expect(selectedNames()).toHaveLength(2);
    });

    it('selects all with Ctrl+A and nothing with Escape', async () => {
      await open(folders);
      await userEvent.click(option('Folder 01'));
      await userEvent.keyboard('{Control>}a{/Control}');
      expect(selectSelection(store.getState()).ids.size).toBe(40);
      await userEvent.keyboard('{Escape}');
      expect(selectedNames()).toEqual([]);
    });

    it('keeps the selection when Escape closes a dialog', async () => {
      await open(folders);
      await userEvent.click(option('Folder 01'));
      store.dispatch(dialogOpened({ kind: 'shortcuts' }));
      // As dialogs do: on the window, before anything in the page hears it.
      const closes = (): void => void store.dispatch(dialogClosed());
      window.addEventListener('keydown', closes, { capture: true, once: true });
      await userEvent.keyboard('{Escape}');
      expect(selectOverlay(store.getState()).dialog).toBeNull();
      expect(selectedNames()).toEqual(['Folder 01']);
    });

    it('opens a folder by double click and by Enter', async () => {
      await open(folders);
      await userEvent.dblClick(option('Folder 03'));
      expect(goTo).toHaveBeenLastCalledWith('/Folder 03/');
      await userEvent.keyboard('{ArrowRight}{Enter}');
      expect(goTo).toHaveBeenLastCalledWith('/Folder 04/');
    });

    it('goes to a name by its letters, and a page on and back', async () => {
      await open(folders);
      await userEvent.click(option('Folder 01'));
      await userEvent.keyboard('folder 2');
      expect(selectedNames()).toEqual(['Folder 20']);
      await userEvent.keyboard('{PageUp}');
      expect(names.indexOf(selectedNames()[0] ?? '')).toBeLessThan(20);
      await userEvent.keyboard('{Home}{Shift>}{PageDown}{/Shift}');
      expect(selectedNames()).toHaveLength(names.indexOf(selectedNames().at(-1) ?? '') + 1);
      expect(selectedNames().length).toBeGreaterThan(columns());
    });

    it('selects with a marquee', async () => {
      await open(folders);
      const box = (name: string): DOMRect => option(name).getBoundingClientRect();
      const at = (type: string, x: number, y: number): boolean =>
        (document.elementFromPoint(x, y) ?? document.body).dispatchEvent(
          new PointerEvent(type, { bubbles: true, clientX: x, clientY: y, pointerType: 'mouse', button: 0 }),
        );
      const from = box('Folder 01');
      const to = box(names[columns() + 2] ?? '');
      at('pointerdown', from.left - 4, from.top + 20);
      at('pointermove', to.left + 10, to.top + 10);
      await expect.poll(selectedNames).toHaveLength(4);
      at('pointerup', to.left + 10, to.top + 10);
      expect(selectedNames()).toEqual([1, 2, columns() + 1, columns() + 2].map((index) => names[index]));
    });

    describe('dragged', () => {
      const data = new DataTransfer();
      const at = (type: string, name: string, shift = 0, ctrlKey = false): void => {
        const { left, top } = option(name).getBoundingClientRect();
        const clientX = left + 30 + shift;
        const clientY = top + 30;
        const place = document.elementFromPoint(clientX, clientY) ?? document.body;
        const init = { bubbles: true, cancelable: true, clientX, clientY, ctrlKey };
        if (type === 'pointerdown')
          place.dispatchEvent(new PointerEvent(type, { ...init, pointerType: 'mouse' }));
        else place.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: data }));
      };
      beforeEach(() => void send.mockReset());

      it('moves what is selected into a folder, copies with Ctrl', async () => {
        await open(folders);
        await userEvent.click(option('Folder 02'));
        at('pointerdown', 'Folder 01');
        at('dragstart', 'Folder 01');
        at('dragover', 'Folder 05');
        await expect.element(page.getByText('Move Folder 01 to Folder 05')).toBeVisible();
        at('dragover', 'Folder 05', 2, true);
        await expect.element(page.getByText('Copy Folder 01 to Folder 05')).toBeVisible();
        at('drop', 'Folder 05', 2, true);
        await expect.poll(() => send.mock.calls.length).toBe(1);
        expect(send).toHaveBeenLastCalledWith({
          action: 'copy',
          elements: [folders[1]],
          from: '/',
          to: { url: '/Folder 05/', folderId: folders[5]?._id },
        });
      });

      it('is a click within 6 px', async () => {
        await open(folders);
        at('pointerdown', 'Folder 01');
        expect(option('Folder 01').draggable).toBe(true);
        at('dragstart', 'Folder 01');
        at('dragover', 'Folder 01', 4);
        expect(selectedNames()).toEqual([]);
        at('drop', 'Folder 01', 4);
        await expect.poll(selectedNames).toEqual(['Folder 01']);
        expect(send).not.toHaveBeenCalled();
      });

      it('does nothing when it is given up', async () => {
        await open(folders);
        at('pointerdown', 'Folder 01');
        at('dragstart', 'Folder 01');
        at('dragover', 'Folder 05');
        await expect.poll(() => option('Folder 05').dataset.drop).toBe('true');
        at('dragend', 'Folder 01');
        expect(option('Folder 05').dataset.drop).toBeUndefined();
        expect(send).not.toHaveBeenCalled();
      });
    });

    it('opens the menu with the Menu key, at the element', async () => {
      await open(folders);
      await userEvent.click(option('Folder 02'));
      await userEvent.keyboard('{Shift>}{F10}{/Shift}');
      const { left, right } = option('Folder 02').getBoundingClientRect();
      const { x = 0 } = selectOverlay(store.getState()).menuAt ?? {};
      expect(x >= left && x <= right).toBe(true);
      store.dispatch(menuClosed());
    });

    it('takes keys that come before the menu is painted', async () => {
      await open(folders);
      await userEvent.click(option('Folder 02'));
      const press = async (key: string, shiftKey = false): Promise<void> => {
        const options = { key, shiftKey, bubbles: true, cancelable: true };
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', options));
        // Changes by keys are drawn at the end of their task; no timer runs before the next key.
        await Promise.resolve();
      };
      await press('F10', true);
      for (let step = 0; step < 3; step += 1) await press('ArrowDown');
      expect(document.activeElement?.textContent).toContain('Move to…');
      await press('Escape');
      await expect.poll(() => document.querySelector('[role="menu"]')).toBeNull();
      expect(selectedNames()).toEqual(['Folder 02']);
    });

    it('closes the menu when what it is about is gone', async () => {
      await open(folders);
      await userEvent.click(option('Folder 02'), { button: 'right' });
      await expect.element(page.getByRole('menuitem', { name: 'Move to…' })).toBeVisible();
      store.dispatch(presentChanged([]));
      await expect.poll(() => document.querySelector('[role="menu"]')).toBeNull();
      expect(selectOverlay(store.getState()).menuAt).toBeNull();
    });

    it('renames in place with F2, and says there what is wrong', async () => {
      await open(folders);
      await userEvent.click(option('Folder 03'));
      await userEvent.keyboard('{F2}');
      const field = document.querySelector<HTMLInputElement>('input[aria-label="New name of Folder 03"]');
      expect(document.activeElement).toBe(field);
      await userEvent.keyboard('Folder 04{Enter}');
      await expect
        .poll(() => document.querySelector('form [role="alert"]')?.textContent)
        .toBe('Name already exist');
      await userEvent.keyboard('{Escape}');
      expect(selectOverlay(store.getState()).renaming).toBeNull();
      expect(selectedNames()).toEqual(['Folder 03']);
    });

    it('dims what is cut until it is pasted', async () => {
      await open(folders);
      await userEvent.click(option('Folder 03'));
      await userEvent.keyboard('{Control>}x{/Control}');
      expect(selectedNames()).toEqual([]);
      await expect.poll(() => option('Folder 03').dataset.cut).toBe('true');
    });
  });

  it.each(['block', 'list'] as const)('says what waits and what is under way, as %s', async (layout) => {
    store.dispatch(layoutChosen(layout));
    const letter = file('letter.docx');
    const film = file('film.avi');
    const photo = file('photo.jpg', {
      linktype: 'image/jpeg',
      thumbnailImage: 'Cloud/t1/local|alice###photo.jpg',
    });
    await open([letter, film, photo]);
    // Of what has its picture a sharper one.
    store.dispatch(jobProgressed({ _id: photo._id, kind: 'thumbnail2x', percent: null }));
    store.dispatch(jobProgressed({ _id: letter._id, kind: 'page', percent: null }));
    store.dispatch(jobProgressed({ _id: film._id, kind: 'mp4', percent: 40 }));
    await expect.poll(() => option('letter.docx').textContent).toContain('Waiting');
    expect(option('film.avi').textContent).toContain('40 %');
    expect(option('photo.jpg').textContent).not.toContain('Waiting');
    expect(option('film.avi').getAttribute('aria-label')).toMatch(/, 40 %$/);
    store.dispatch(jobsEnded([letter._id, film._id]));
    await expect.poll(() => option('letter.docx').textContent).not.toContain('Waiting');
  });

  it('is a grid as a list, whose columns sort [F2.7 F4.4]', async () => {
    store.dispatch(layoutChosen('list'));
    await open([element({ linkname: 'Work' }), file('a.pdf', { size: 10 })]);
    const grid = document.querySelector('[role="grid"]');
    expect(grid?.getAttribute('aria-rowcount')).toBe('3');
    const columns = [...document.querySelectorAll('[role="columnheader"]')];
    expect(columns.map((column) => column.textContent)).toEqual(['Kind', 'Name', 'Date', 'Modified', 'Size']);
    expect(columns.map((column) => column.getAttribute('aria-sort'))).toEqual([
      'none',
      'ascending',
      'none',
      'none',
      'none',
    ]);
    // The middle of a column's head, where the name's has no word.
    for (const at of [3, 1]) {
      await userEvent.click(columns[at] ?? expect.fail('no such column'));
      await expect.poll(() => columns[at]?.getAttribute('aria-sort')).toBe('ascending');
    }
  });

  it('draws a long name on two lines with its extension, and tells the whole of it [F2.15]', async () => {
    const name = 'report-final-draft-with-comments-from-everybody-v2.pdf';
    await open([file(name), link('Example', 'https://example.org')]);
    const drawn = option(name).querySelector('[data-lines]')?.getAttribute('data-lines') ?? '';
    expect(drawn).toMatch(/^report-.*\n.*…ody-v2\.pdf$/s);
    expect(option(name).title).toBe(name);
  });
});
