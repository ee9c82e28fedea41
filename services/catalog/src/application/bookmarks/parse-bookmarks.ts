import { DomainError, limits } from '@skyshelf/contracts';
import { Parser } from 'htmlparser2';
import type { BookmarkItem } from '../../domain/bookmarks/plan-import.js';
import { type BookmarkToken, BookmarkTokens } from './bookmark-tokens.js';

const DEEPEST_LIST = 2000;
const LONGEST_TITLE = 2 * limits.maxTypedNameCharacters;

const isFolderTitle = (tag: string): boolean => /^h[2-6]$/.test(tag);

/** The Netscape format, also without end tags: a heading and its list are a folder, an anchor is a link. */
export class BookmarkParser {
  private items: BookmarkItem[] = [];
  private readonly tokens = new BookmarkTokens();
  private open: Extract<BookmarkItem, { title: string }> | null = null;
  private folder: Extract<BookmarkItem, { kind: 'folder' }> | null = null;
  /** For each open list, whether it is a folder's. */
  private readonly lists: boolean[] = [];

  write(text: string): BookmarkItem[] {
    return this.taken(this.tokens.write(text));
  }

  finish(): BookmarkItem[] {
    const items = this.taken(this.tokens.finish());
    this.endTitle();
    this.endEmptyFolder();
    return [...items, ...this.taken([])];
  }

  private taken(tokens: readonly BookmarkToken[]): BookmarkItem[] {
    for (const token of tokens) this.take(token);
    const { items } = this;
    this.items = [];
    return items;
  }

  private take(token: BookmarkToken): void {
    if (token.kind === 'text') {
      if (this.open && this.open.title.length < LONGEST_TITLE) this.open.title += token.text;
    } else if (token.kind === 'broken') {
      this.endTitle();
      this.endEmptyFolder();
      this.items.push(token);
    } else if (token.isEnd) this.end(token.name);
    else this.begin(token);
  }

  private begin({ name, tag, line }: BookmarkToken & { kind: 'tag' }): void {
    if (name === 'dl' || name === 'dt' || name === 'dd') this.endTitle();
    if (name === 'dl') this.beginList();
    else if (name === 'a') {
      this.endTitle();
      this.endEmptyFolder();
      const { href = '', tags = '', add_date: added, time_added: timeAdded } = attributesOf(tag);
      this.open = { kind: 'link', title: '', href, tags, date: added ?? timeAdded, line };
    } else if (isFolderTitle(name)) {
      this.endTitle();
      this.endEmptyFolder();
      this.open = { kind: 'folder', title: '', date: attributesOf(tag).add_date, line };
    }
  }

  private beginList(): void {
    if (this.lists.length >= DEEPEST_LIST) throw new DomainError('bookmarks.unreadable');
    this.lists.push(this.folder !== null);
    if (this.folder) this.items.push(this.folder);
    this.folder = null;
  }

  private end(name: string): void {
    if (name !== 'p') this.endTitle();
    if (name !== 'dl') return;
    this.endEmptyFolder();
    if (this.lists.pop()) this.items.push({ kind: 'end' });
  }

  private endTitle(): void {
    const { open } = this;
    if (!open) return;
    this.open = null;
    open.title = decoded(open.title).slice(0, limits.maxTypedNameCharacters);
    if (open.kind === 'link') this.items.push(open);
    else this.folder = open;
  }

  /** A folder without a list is empty. */
  private endEmptyFolder(): void {
    if (!this.folder) return;
    this.items.push(this.folder, { kind: 'end' });
    this.folder = null;
  }
}

function attributesOf(tag: string): Readonly<Record<string, string>> {
  let found: Readonly<Record<string, string>> = {};
  new Parser({ onopentag: (_, attributes) => (found = attributes) }).write(tag);
  return found;
}

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  let found = '';
  new Parser({ ontext: (some) => (found += some) }).end(text.replaceAll('<', '&lt;'));
  return found;
}
