import { type ElementView, messages } from '@skyshelf/contracts/browser';
import type { RefObject } from 'react';
import { indexOfId, type TargetFolder } from '../../../shared/listings/listing.js';
import { listingsApi } from '../../../shared/listings/listings-api.js';
import type { AppThunk, useAppStore } from '../../../shared/store/store.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import { text } from '../../../shared/messages/en.js';
import type { ActionContext } from '../actions/action.js';
import { crumbsOf } from '../folder/folder-path.js';
import { only, selectionCleared, selectionSet, selectSelection } from '../selection/selection.js';

export type DropTarget = { id: string; path?: never } | { path: string; id?: never };

interface FoundTarget {
  target: DropTarget;
  mark: Element;
}

export const dropTargetOf = (at: Element | null): FoundTarget | null => {
  const part = at?.closest<HTMLElement>('[data-drop-folder]');
  if (part?.dataset.dropFolder !== undefined)
    return { target: { path: part.dataset.dropFolder }, mark: part };
  const tile = at?.closest<HTMLElement>('[data-folder][data-id]');
  return tile?.dataset.id === undefined ? null : { target: { id: tile.dataset.id }, mark: tile };
};

/**
 * Null, after a message, when it is not there.
 * @param otherwise the message
 */
export const folderAt =
  (url: string, otherwise: string = messages.cantPaste): AppThunk<Promise<TargetFolder | null>> =>
  async (dispatch) => {
    const listed = await dispatch(listingsApi.endpoints.listFolder.initiate(url, { subscribe: false }));
    if (listed.data) return { url, folderId: listed.data.folderId };
    dispatch(toast.error(otherwise));
    return null;
  };

export interface DragView {
  count: number;
  name: string;
  /** Name of the folder under the pointer; null where nothing would happen. */
  into: string | null;
  copies: boolean;
}

interface Dragged {
  elements: readonly ElementView[];
  source: TargetFolder;
}

const OPENS_AFTER_MS = 800;

export class ElementDrag {
  #dragged: Dragged | null = null;
  #into: { path: string; id?: string; name: string } | null = null;
  #marked: Element | null = null;
  #open: string | undefined;
  #copies = false;
  #opening: ReturnType<typeof setTimeout> | undefined;
  /** Opened on the way: takes what is dropped before its content is known. */
  #opened: string | null = null;

  constructor(
    private readonly store: ReturnType<typeof useAppStore>,
    private readonly context: RefObject<ActionContext>,
    private readonly show: (view: DragView | null) => void,
  ) {}

  start(tile: HTMLElement): readonly ElementView[] {
    const { elements, targetFolder } = this.context.current;
    const pressed = elements[indexOfId(elements, tile.dataset.id ?? '')];
    if (!pressed || !targetFolder) return [];
    const { ids } = selectSelection(this.store.getState());
    const dragged = ids.has(pressed._id) ? ids.in(elements).elements() : [pressed];
    this.#dragged = { elements: dragged, source: targetFolder };
    this.#opened = null;
    return dragged;
  }

  over(x: number, y: number, copies: boolean): void {
    if (!this.#dragged) return;
    this.#select(this.#dragged.elements);
    const found = this.#at(x, y);
    const open = this.context.current.targetFolder?.folderId;
    if (found?.mark !== this.#marked || open !== this.#open) this.#enter(found);
    this.#open = open;
    this.#copies = copies;
    const { elements } = this.#dragged;
    this.show({
      count: elements.length,
      name: elements[0]?.linkname ?? '',
      into: this.#into?.name ?? null,
      copies,
    });
  }

  leave(): void {
    this.#enter(null);
    this.show(null);
  }

  end(dropped: boolean): void {
    const dragged = this.#dragged;
    const into = this.#into;
    const copies = this.#copies;
    this.leave();
    this.#dragged = null;
    if (dropped && dragged && into) void this.#send(dragged, into, copies);
  }

  #at(x: number, y: number): FoundTarget | null {
    const at = document.elementFromPoint(x, y);
    const page = at?.closest('main');
    const path = this.#openPath();
    return dropTargetOf(at) ?? (page && path !== null ? { target: { path }, mark: page } : null);
  }

  #openPath(): string | null {
    return this.context.current.targetFolder?.url ?? this.#opened;
  }

  #select(dragged: readonly ElementView[]): void {
    const [alone] = dragged;
    const { ids } = selectSelection(this.store.getState());
    if (!alone || dragged.length > 1 || ids.has(alone._id)) return;
    const { elements } = this.context.current;
    if (indexOfId(elements, alone._id) >= 0) this.store.dispatch(selectionSet(only(alone._id, elements)));
  }

  #enter(found: FoundTarget | null): void {
    clearTimeout(this.#opening);
    this.#marked?.removeAttribute('data-drop');
    this.#marked = found?.mark ?? null;
    this.#into = found && this.#folderOf(found);
    const into = this.#into;
    if (!into) return;
    found?.mark.setAttribute('data-drop', 'true');
    if (into.path === this.#openPath()) return;
    this.#opening = setTimeout(() => {
      this.#opened = into.path;
      this.context.current.goTo(into.path);
    }, OPENS_AFTER_MS);
  }

  /** Its own folder and what is dragged itself are no targets. */
  #folderOf({ target }: FoundTarget): { path: string; id?: string; name: string } | null {
    const { elements, targetFolder } = this.context.current;
    const dragged = this.#dragged;
    if (!dragged) return null;
    if (target.path !== undefined) {
      const name = crumbsOf(target.path).at(-1)?.name ?? text.files.title;
      return target.path === dragged.source.url ? null : { path: target.path, name };
    }
    const folder = elements.find(({ _id }) => _id === target.id);
    if (!targetFolder || !folder || dragged.elements.some(({ _id }) => _id === folder._id)) return null;
    const path = `${targetFolder.url}${folder.linkname}/`;
    return { path, id: folder._id, name: folder.linkname };
  }

  async #send(
    { elements, source }: Dragged,
    { path, id }: { path: string; id?: string },
    copies: boolean,
  ): Promise<void> {
    const { dispatch, send } = this.context.current;
    if (elements.some((element) => element.default)) {
      dispatch(toast.warning(copies ? text.actions.copyDefault : text.actions.cutDefault));
      return;
    }
    const to = id === undefined ? await dispatch(folderAt(path)) : { url: path, folderId: id };
    if (!to || to.folderId === source.folderId) return;
    const selection = selectSelection(this.store.getState());
    dispatch(selectionCleared());
    const sent = await send({ action: copies ? 'copy' : 'cut', elements, from: source.url, to });
    if (!sent) dispatch(selectionSet(selection));
  }
}
