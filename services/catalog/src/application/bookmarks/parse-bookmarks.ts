import { DomainError, limits } from '@skyshelf/contracts';
import { Parser } from 'htmlparser2';
import type { BookmarkItem } from '../../domain/bookmarks/plan-import.js';

/** Characters; a bookmark's picture is far smaller. */
const LONGEST_TAG = 4 * 1024 * 1024;
/** Bounds the search for an end tag. */
const DEEPEST_TAG = 2000;

const isFolderTitle = (tag: string): boolean => /^h[2-6]$/.test(tag);

/** The Netscape format, also without end tags: a heading and its list are a folder, an anchor is a link. */
export class BookmarkParser {
  private items: BookmarkItem[] = [];
  private readonly lines = new LineCounter();
  private readonly parser: Parser;
  private open: Extract<BookmarkItem, { title: string }> | null = null;
  private folder: Extract<BookmarkItem, { kind: 'folder' }> | null = null;
  /** For each open list, whether it is a folder's. */
  private readonly lists: boolean[] = [];
  private depth = 0;
  private received = 0;

  constructor() {
    this.parser = new Parser({
      onopentag: (name, attributes) => this.begin(name, attributes),
      onclosetag: (name) => this.end(name),
      ontext: (text) => this.text(text),
      oncomment: () => this.passed(),
    });
  }

  write(text: string): BookmarkItem[] {
    this.received += text.length;
    this.lines.add(text);
    this.parser.write(text);
    if (this.received - this.parser.endIndex > LONGEST_TAG) throw new DomainError('bookmarks.unreadable');
    return this.taken();
  }

  finish(): BookmarkItem[] {
    this.parser.end();
    this.endTitle();
    this.endEmptyFolder();
    return this.taken();
  }

  private taken(): BookmarkItem[] {
    const { items } = this;
    this.items = [];
    return items;
  }

  private passed(): number {
    return this.lines.at(this.parser.startIndex);
  }

  private begin(name: string, attributes: Readonly<Record<string, string>>): void {
    const line = this.passed();
    this.depth += 1;
    if (this.depth > DEEPEST_TAG) throw new DomainError('bookmarks.unreadable');
    if (name === 'dl' || name === 'dt' || name === 'dd') this.endTitle();
    if (name === 'dl') this.beginList();
    else if (name === 'a') {
      this.endTitle();
      this.endEmptyFolder();
      const { href = '', tags = '', add_date: added, time_added: timeAdded } = attributes;
      this.open = { kind: 'link', title: '', href, tags, date: added ?? timeAdded, line };
    } else if (isFolderTitle(name)) {
      this.endTitle();
      this.endEmptyFolder();
      this.open = { kind: 'folder', title: '', date: attributes.add_date, line };
    }
  }

  private beginList(): void {
    this.lists.push(this.folder !== null);
    if (this.folder) this.items.push(this.folder);
    this.folder = null;
  }

  private end(name: string): void {
    this.depth -= 1;
    if (name === 'a' || isFolderTitle(name)) this.endTitle();
    else if (name === 'dl') {
      this.endTitle();
      this.endEmptyFolder();
      if (this.lists.pop()) this.items.push({ kind: 'end' });
    }
  }

  private text(text: string): void {
    this.passed();
    if (this.open && this.open.title.length < limits.maxTypedNameCharacters) this.open.title += text;
  }

  private endTitle(): void {
    const { open } = this;
    if (!open) return;
    this.open = null;
    open.title = open.title.slice(0, limits.maxTypedNameCharacters);
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

/** Line numbers of ascending positions in a text that comes in pieces. */
export class LineCounter {
  private line = 1;
  private text = '';
  private start = 0;

  add(text: string): void {
    this.text += text;
  }

  /** Counted from 1. */
  at(place: number): number {
    const length = Math.min(place - this.start, this.text.length);
    if (length <= 0) return this.line;
    for (let found = this.text.indexOf('\n'); found >= 0 && found < length;) {
      this.line += 1;
      found = this.text.indexOf('\n', found + 1);
    }
    this.text = this.text.slice(length);
    this.start += length;
    return this.line;
  }
}
