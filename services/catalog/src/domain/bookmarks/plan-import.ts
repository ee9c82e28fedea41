import { limits } from '@skyshelf/contracts';
import type { ConfiguredHosts } from '@skyshelf/contracts/rules';
import { FreeNames } from '../free-names.js';
import { linkSize } from '../decision.js';
import type { KnownLink } from '../link-of-kind.js';
import { importedDate, importedLink, importedTags, reasonOf, importedName } from './bookmark-fields.js';

/** `line` counts from 1; `date` is unparsed. */
export type BookmarkItem =
  | { kind: 'folder'; title: string; date: string | undefined; line: number }
  | { kind: 'end' }
  | { kind: 'broken'; line: number }
  | { kind: 'link'; title: string; href: string; tags: string; date: string | undefined; line: number };

interface Entry {
  /** The position among all entries of the file, from 0. */
  index: number;
  line: number;
  /** The enclosing folders, outermost first. */
  within: readonly number[];
  name: string;
}
export type FolderEntry = Entry & { kind: 'folder'; nameKey: string; date: string | null };
export type LinkEntry = Entry & { kind: 'link'; tags: string[]; date: string | null; size: number } & {
  link: KnownLink;
};
export type RefusedEntry = Entry & { kind: 'refused'; url: string; reason: string };
export type ImportEntry = FolderEntry | LinkEntry | RefusedEntry;

export interface ImportRules {
  configured: ConfiguredHosts;
  now: Date;
  /** The depth of the target folder, 0 for the root. */
  depth: number;
}

/** The reason given when too many names are equal. */
export const NO_NAME = 'Too many elements have this name.';
const UNREADABLE = 'It is cut off in the file.';
const SHOWN_CHARACTERS = 300;

interface OpenFolder {
  /** Null: nothing can stand in it. */
  index: number | null;
  names: FreeNames;
}

const noOneElse: ReadonlySet<string> = new Set();
const newNames = () => new FreeNames(noOneElse, 'number');

/** By names and addresses alone, so each reading of the file gives the same; the drive is not looked at. */
export class ImportPlan {
  private readonly open: OpenFolder[] = [{ index: null, names: newNames() }];
  private index = 0;

  constructor(private readonly rules: ImportRules) {}

  entriesOf(items: readonly BookmarkItem[]): ImportEntry[] {
    return items.flatMap((item) => {
      if (item.kind === 'end') {
        if (this.open.length > 1) this.open.pop();
        return [];
      }
      if (item.kind === 'broken')
        return [{ ...this.entry('', item.line), kind: 'refused', url: '', reason: UNREADABLE }];
      return [item.kind === 'folder' ? this.folder(item) : this.link(item)];
    });
  }

  private entry(title: string, line: number): Entry {
    const within = this.open.flatMap(({ index }) => index ?? []);
    const entry = { index: this.index, line, within, name: importedName(title) };
    this.index += 1;
    return entry;
  }

  private folder({ title, date, line }: Extract<BookmarkItem, { kind: 'folder' }>): ImportEntry {
    const entry = this.entry(title, line);
    const names = this.open.at(-1)?.names ?? newNames();
    const free = names.take({ class: 'folder', name: entry.name, extension: null });
    if (!free) {
      this.open.push({ index: null, names });
      return { ...entry, kind: 'refused', url: '', reason: NO_NAME };
    }
    const { name, nameKey } = free;
    // The content of the deepest possible folder moves one up.
    const isDeepest = this.rules.depth + entry.within.length + 1 >= limits.maxDepth;
    this.open.push(isDeepest ? { index: null, names } : { index: entry.index, names: newNames() });
    return { ...entry, name, nameKey, kind: 'folder', date: importedDate(date, this.rules.now) };
  }

  private link({ title, href, tags, date, line }: Extract<BookmarkItem, { kind: 'link' }>): ImportEntry {
    const entry = this.entry(title, line);
    try {
      const link = importedLink(href, this.rules.configured);
      return {
        ...entry,
        kind: 'link',
        link,
        tags: importedTags(tags),
        date: importedDate(date, this.rules.now),
        size: linkSize(entry.name, link.url),
      };
    } catch (error) {
      return {
        ...entry,
        kind: 'refused',
        url: href.slice(0, SHOWN_CHARACTERS),
        reason: reasonOf(href, error),
      };
    }
  }
}
