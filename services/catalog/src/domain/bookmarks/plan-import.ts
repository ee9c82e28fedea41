import { limits } from '@skyshelf/contracts';
import type { ConfiguredHosts } from '@skyshelf/contracts/rules';
import { FreeNames } from '../free-names.js';
import { linkSize } from '../link-size.js';
import type { KnownLink } from '../link-of-kind.js';
import { importedDate, importedLink, importedTags, reasonOf } from './imported-fields.js';
import { importedName } from './imported-name.js';

/** What a file of bookmarks says, in its order. `line` counts from 1; `date` as it stands there. */
export type BookmarkItem =
  | { kind: 'folder'; title: string; date: string | undefined; line: number }
  | { kind: 'end' }
  | { kind: 'link'; title: string; href: string; tags: string; date: string | undefined; line: number };

interface Entry {
  /** Its place among all entries of the file, from 0. */
  index: number;
  line: number;
  /** The folders of the file that it lies in, outermost first, by their index. */
  within: readonly number[];
  name: string;
}
export type FolderEntry = Entry & { kind: 'folder'; nameKey: string; date: string | null };
export type LinkEntry = Entry & { kind: 'link'; tags: string[]; date: string | null; size: number } & {
  link: KnownLink;
};
/** What can't come. */
export type RefusedEntry = Entry & { kind: 'refused'; url: string; reason: string };
export type ImportEntry = FolderEntry | LinkEntry | RefusedEntry;

export interface ImportRules {
  configured: ConfiguredHosts;
  now: Date;
  /** How deep the folder stands that all comes into, 0 for the root. */
  depth: number;
}

/** Why what has a name that too many others have can't come. */
export const NO_NAME = 'Too many elements have this name.';
/** Of an address that is shown in a list. */
const SHOWN_CHARACTERS = 300;

/** A folder of the file under way. */
interface OpenFolder {
  /** Null: nothing can stand in it. */
  index: number | null;
  names: FreeNames;
}

const noOneElse: ReadonlySet<string> = new Set();
const newNames = () => new FreeNames(noOneElse, 'number');

/**
 * What becomes of the items of a file, by the rules of names and addresses alone, so that it is the same each time the file is read. Folders with equal names next
 * to one another get numbers here; what is in the drive is not looked at.
 */
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
    // What the deepest folder that there may be holds comes into the one above.
    const isDeepest = this.rules.depth + entry.within.length + 1 >= limits.maxDepth;
    this.open.push(isDeepest ? { index: null, names } : { index: entry.index, names: newNames() });
    return { ...entry, name, nameKey, kind: 'folder', date: importedDate(date, this.rules.now) };
  }

  private link({ title, href, tags, date, line }: Extract<BookmarkItem, { kind: 'link' }>): ImportEntry {
    const entry = this.entry(title, line);
    try {
      const link = importedLink(href, this.rules.configured);
      return {
        ...{ ...entry, kind: 'link', link, tags: importedTags(tags) },
        ...{ date: importedDate(date, this.rules.now), size: linkSize(entry.name, link.url) },
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
