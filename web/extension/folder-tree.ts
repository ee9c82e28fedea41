import { type ElementView, limits } from '@skyshelf/contracts/browser';
import { callServer } from './call-server.js';
import { makeElement, setAttributes } from './make-element.js';
import type { ChosenFolder } from './stored.js';
import { texts } from './texts.js';

/** Folders come first in a listing: pages are asked for while they bring nothing else. */
async function foldersIn(path: string): Promise<ElementView[]> {
  const folders: ElementView[] = [];
  for (let after: string | undefined; ;) {
    const page = await callServer('listFolder', {
      body: { url: path, limit: limits.maxPageElements, ...(after && { after }) },
    });
    const found = page.docs.filter(({ linktype, copying }) => linktype === 'folder' && !copying);
    folders.push(...found);
    if (!page.next || found.length < page.docs.length) return folders;
    after = page.next;
  }
}

interface TreeItem extends ChosenFolder {
  name: string;
  row: HTMLLIElement;
  group: HTMLUListElement | null;
}

/** A tree in which one folder is chosen (WAI-ARIA APG, tree view). */
export class FolderTree {
  readonly element: HTMLUListElement = makeElement('ul');
  readonly #items = new Map<Element, TreeItem>();
  readonly #root: TreeItem;
  #chosen: TreeItem;
  #touched = false;

  constructor(
    private readonly onChoice: (folder: ChosenFolder) => void,
    private readonly onFailure: (error: unknown) => void,
  ) {
    setAttributes(this.element, { role: 'tree', 'aria-labelledby': 'folder-label' });
    this.#root = this.#add(this.element, { folderId: 'root', path: '/', name: texts.save.root }, 1);
    this.#chosen = this.#root;
    this.#choose(this.#root);
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.addEventListener('click', (event) => this.#onClick(event));
  }

  get chosen(): ChosenFolder {
    const { folderId, path } = this.#chosen;
    return { folderId, path };
  }

  /**
   * Opens all that is above a folder, and chooses it if it is still there.
   * @returns false when folders can't be listed
   */
  async reveal(path: string): Promise<boolean> {
    let item = this.#root;
    for (const name of ['', ...path.split('/').filter(Boolean)]) {
      const next = name === '' ? item : this.#childOf(item, name);
      if (!next) break;
      item = next;
      if (item.path !== path || path === '/') await this.#open(item);
    }
    if (!this.#touched && this.#root.group) {
      this.#choose(item);
      item.row.scrollIntoView({ block: 'nearest' });
    }
    return this.#root.group !== null;
  }

  #childOf({ group }: TreeItem, name: string): TreeItem | undefined {
    return [...(group?.children ?? [])]
      .map((row) => this.#items.get(row))
      .find((item) => item?.name === name);
  }

  #add(into: Element, folder: ChosenFolder & { name: string }, level: number): TreeItem {
    const row = makeElement('li', { tabIndex: -1 }, makeElement('span', { textContent: folder.name }));
    setAttributes(row, { role: 'treeitem', 'aria-expanded': 'false', 'aria-level': String(level) });
    const item = { ...folder, row, group: null };
    this.#items.set(row, item);
    into.append(row);
    return item;
  }

  async #open(item: TreeItem): Promise<void> {
    if (!item.group && !(await this.#load(item))) return;
    if (item.group?.childElementCount) item.row.setAttribute('aria-expanded', 'true');
  }

  async #load(item: TreeItem): Promise<boolean> {
    setAttributes(item.row, { 'aria-busy': 'true' });
    try {
      const folders = await foldersIn(item.path);
      item.group = makeElement('ul');
      item.group.setAttribute('role', 'group');
      const level = Number(item.row.getAttribute('aria-level')) + 1;
      for (const { _id, linkname } of folders) {
        const path = `${item.path}${linkname}/`;
        this.#add(item.group, { folderId: _id, path, name: linkname }, level);
      }
      item.row.append(item.group);
      if (folders.length === 0) item.row.removeAttribute('aria-expanded');
      return true;
    } catch (error) {
      this.onFailure(error);
      return false;
    } finally {
      item.row.removeAttribute('aria-busy');
    }
  }

  #choose(item: TreeItem): void {
    setAttributes(this.#chosen.row, { 'aria-selected': 'false', tabindex: '-1' });
    setAttributes(item.row, { 'aria-selected': 'true', tabindex: '0' });
    this.#chosen = item;
    this.onChoice(this.chosen);
  }

  #focus(item: TreeItem | undefined): void {
    if (!item) return;
    this.#touched = true;
    this.#choose(item);
    item.row.focus();
  }

  #onClick(event: MouseEvent): void {
    const item = this.#items.get((event.target as Element).closest('[role="treeitem"]') as Element);
    if (!item) return;
    this.#focus(item);
    const inTriangle = event.target !== item.row.firstElementChild;
    if (inTriangle && isOpen(item)) item.row.setAttribute('aria-expanded', 'false');
    else void this.#open(item);
  }

  #onKey(event: KeyboardEvent): void {
    const item = this.#chosen;
    const shown = [...this.element.querySelectorAll('[role="treeitem"]')]
      .filter((row) => row.checkVisibility())
      .map((row) => this.#items.get(row));
    const at = shown.indexOf(item);
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => this.#focus(shown[at + 1]),
      ArrowUp: () => this.#focus(shown[at - 1]),
      Home: () => this.#focus(shown[0]),
      End: () => this.#focus(shown.at(-1)),
      ArrowRight: () => (isOpen(item) ? this.#focus(shown[at + 1]) : void this.#open(item)),
      ArrowLeft: () => this.#close(item),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }

  #close(item: TreeItem): void {
    if (isOpen(item)) item.row.setAttribute('aria-expanded', 'false');
    else this.#focus(this.#items.get(item.row.parentElement?.closest('[role="treeitem"]') as Element));
  }
}

const isOpen = ({ row }: TreeItem): boolean => row.getAttribute('aria-expanded') === 'true';

export const shownFolder = (path: string): string =>
  path.split('/').filter(Boolean).join(' / ') || texts.save.root;

export const pageOfFolder = (path: string): string =>
  `allfiles${path.split('/').map(encodeURIComponent).join('/')}`;
