import type { ElementView } from '@skyshelf/contracts/browser';
import { useMemo, useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { useAppSelector } from '../../shared/store/hooks.js';
import { store } from '../../shared/store/store.js';
import { element, file, link } from '../../../testing/element.js';
import { show } from '../../../testing/show.js';
import type { ActionContext } from './actions/action.js';
import { ActionContextValue } from './actions/use-action-context.js';
import { FolderContent } from './folder-content.js';
import type { Geometry } from './grid/listing-view.js';
import { useKeyboard } from './keyboard/use-keyboard.js';
import { selectionCleared, selectSelection } from './state/selection-slice.js';
import { layoutChosen } from './state/view-slice.js';
import { selectOverlay } from './state/overlay-slice.js';

const targetFolder = { url: '/', folderId: 'root' };

const Folder = ({ elements, goTo }: { elements: ElementView[]; goTo: (folder: string) => void }) => {
  const geometry = useRef<Geometry | null>(null);
  const selectedIds = useAppSelector((state) => selectSelection(state).ids);
  const selected = useMemo(
    () => elements.filter((one) => selectedIds.includes(one._id)),
    [elements, selectedIds],
  );
  const context: ActionContext = {
    signedIn: true,
    targetFolder,
    elements,
    selected,
    selectMode: false,
    dispatch: store.dispatch,
    goTo,
    pickFiles: () => undefined,
    focusSearch: () => undefined,
    refresh: () => undefined,
  };
  useKeyboard(context, geometry);
  const listing = {
    targetFolder,
    all: elements,
    visible: elements,
    loading: false,
    error: null,
    refresh: () => undefined,
  };
  return (
    <ActionContextValue value={context}>
      <FolderContent listing={listing} geometry={geometry} context={context} />
    </ActionContextValue>
  );
};

const option = (name: string): HTMLElement =>
  document.querySelector<HTMLElement>(`[role="option"][aria-label^="${name},"]`) ??
  expect.fail(`${name} is not drawn`);
const selectedNames = (): string[] =>
  [...document.querySelectorAll('[aria-selected="true"]')].map(
    (one) => one.getAttribute('aria-label')?.split(',')[0] ?? '',
  );

describe('a folder on the screen', () => {
  const goTo = vi.fn();
  let close = (): void => undefined;
  const open = async (elements: ElementView[]): Promise<void> => {
    close = show(<Folder elements={elements} goTo={goTo} />);
    await expect.poll(() => document.querySelectorAll('[role="option"]').length).toBeGreaterThan(0);
  };
  beforeEach(() => void goTo.mockReset());
  afterEach(() => {
    close();
    store.dispatch(selectionCleared());
    store.dispatch(layoutChosen('block'));
    window.scrollTo(0, 0);
  });

  describe('of 10,000 elements', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      file(`photo ${index}.jpg`, { linktype: 'image/jpeg' }),
    );
    const nodes = (): number => document.querySelectorAll('*').length;
    const clickMs = async (target: HTMLElement): Promise<number> => {
      const before = performance.now();
      target.dispatchEvent(new PointerEvent('click', { bubbles: true }));
      await expect.poll(() => target.getAttribute('aria-selected'), { interval: 1 }).toBe('true');
      return performance.now() - before;
    };

    it.each(['block', 'list'] as const)(
      'keeps at most 1,200 nodes wherever one scrolls, as %s',
      async (layout) => {
        store.dispatch(layoutChosen(layout));
        await open(many);
        for (const y of [0, 5_000, 60_000, document.documentElement.scrollHeight]) {
          window.scrollTo(0, y);
          await expect
            .poll(() => document.elementFromPoint(600, 500)?.closest('[role="option"]'))
            .not.toBeNull();
          expect(nodes()).toBeLessThanOrEqual(1200);
        }
        const last = document.querySelector('[aria-posinset="10000"]');
        expect(last?.textContent).toContain('photo 9999.jpg');
      },
    );

    /** Of nine clicks, milliseconds. */
    const medianMs = async (): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < 9; round += 1) times.push(await clickMs(option(`photo ${round * 3}.jpg`)));
      return times.toSorted((a, b) => a - b)[4] ?? Number.POSITIVE_INFINITY;
    };

    it('answers a click within 50 ms', async () => {
      await open(many);
      // A machine that is busy with other things may be slow for a while; a page that is slow is so each time.
      const medians: number[] = [];
      do medians.push(await medianMs());
      while (Math.min(...medians) > 50 && medians.length < 8);
      expect(Math.min(...medians)).toBeLessThanOrEqual(50);
    });
  });

  describe('under mouse and keys', () => {
    const names = Array.from({ length: 40 }, (_, index) => `Folder ${String(index).padStart(2, '0')}`);
    const folders = names.map((linkname) => element({ linkname }));
    const topOf = (name: string): string => option(name).style.translate.split(' ')[1] ?? '0px';
    const columns = (): number => names.filter((name) => topOf(name) === topOf('Folder 00')).length;

    it('selects one, toggles with Ctrl, extends with Shift', async () => {
      await open(folders);
      await userEvent.click(option('Folder 02'));
      await userEvent.keyboard('{Control>}');
      await userEvent.click(option('Folder 05'));
      await userEvent.keyboard('{/Control}');
      expect(selectedNames()).toEqual(['Folder 02', 'Folder 05']);
      await userEvent.keyboard('{Shift>}');
      await userEvent.click(option('Folder 07'));
      await userEvent.keyboard('{/Shift}');
      expect(selectedNames()).toEqual(['Folder 05', 'Folder 06', 'Folder 07']);
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
      expect(selectSelection(store.getState()).ids).toHaveLength(40);
      await userEvent.keyboard('{Escape}');
      expect(selectedNames()).toEqual([]);
    });

    it('opens a folder by double click and by Enter', async () => {
      await open(folders);
      await userEvent.dblClick(option('Folder 03'));
      expect(goTo).toHaveBeenLastCalledWith('/Folder 03/');
      await userEvent.keyboard('{ArrowRight}{Enter}');
      expect(goTo).toHaveBeenLastCalledWith('/Folder 04/');
    });

    it('asks with Delete and edits with F2', async () => {
      await open(folders);
      await userEvent.click(option('Folder 03'));
      await userEvent.keyboard('{Delete}');
      expect(selectOverlay(store.getState()).dialog).toMatchObject({
        kind: 'delete',
        elements: [{ linkname: 'Folder 03' }],
      });
    });
  });

  it('draws a long name on two lines with its extension, and tells the whole of it', async () => {
    const name = 'report-final-draft-with-comments-from-everybody-v2.pdf';
    await open([file(name), link('Example', 'https://example.org')]);
    const drawn = option(name).querySelector('[data-lines]')?.getAttribute('data-lines') ?? '';
    expect(drawn).toMatch(/^report-.*\n.*…ody-v2\.pdf$/s);
    expect(option(name).title).toBe(name);
  });
});
