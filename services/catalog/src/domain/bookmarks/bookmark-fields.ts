import { limits, DomainError } from '@skyshelf/contracts';
import {
  elementName,
  nameKey,
  hostsOf,
  linkAddress,
  linkKindOf,
  linkKinds,
  matchLink,
  tagsOf,
  type ConfiguredHosts,
} from '@skyshelf/contracts/rules';
import { nameAt } from '../free-names.js';
import { linkOfKind, type KnownLink } from '../link-of-kind.js';
import type { CatalogRow } from '../catalog-row.js';

const UNNAMED = 'Unnamed';
/** It matches the numbers that `nameAt` appends to exported names. */
const aNumber = /^(.*\S) \(([2-9]|[1-9]\d{1,3}|10000)\)$/s;

const LONGEST_TITLE = 4 * limits.maxNameCharacters;

/** Symbols only, or a very long title, must not lose the bookmark. */
export function importedName(given: string): string {
  const title = given.slice(0, LONGEST_TITLE);
  const [, stem, number] = aNumber.exec(title.trim()) ?? [];
  if (stem !== undefined) return nameAt(importedName(stem), Number(number), false).name;
  for (const most of [limits.maxNameCharacters, Math.floor(limits.maxNameCharacters / 3)]) {
    const { value, refusal } = elementName([...title].slice(0, most).join(''));
    if (refusal === 'name.required') return UNNAMED;
    if (value !== null) return value;
  }
  return UNNAMED;
}

export function isNumberOf(name: string, wanted: string): boolean {
  if (nameKey(name) === nameKey(wanted)) return true;
  const [, , number] = aNumber.exec(name) ?? [];
  return number !== undefined && nameAt(wanted, Number(number), false).nameKey === nameKey(name);
}

/** Characters that may hold the tags of a bookmark, equal and empty ones too. */
const LONGEST_TAGS = 16 * 1024;

/** Cut before it is split: an attribute may hold millions. */
export const importedTags = (text: string): string[] =>
  tagsOf(
    text
      .slice(0, LONGEST_TAGS)
      .split(',')
      .map((tag) => [...tag.trim()].slice(0, limits.maxTagCharacters).join('')),
  ).slice(0, limits.maxTags);

/** A tag with a comma would come back as two. */
export const exportedTags = (tags: readonly string[]): string => importedTags(tags.join(',')).join(',');

const DAY_MS = 24 * 3600_000;

const isoDate = /^\d{4}-\d\d-\d\d(?:T[\d:.]{4,18}(?:Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Seconds; some exporters write milli- or microseconds, a few ISO 8601; 0 where they don't know. Null for what
 * is no date.
 */
export function importedDate(text: string | undefined, now: Date): string | null {
  if (text === undefined) return null;
  const isNumber = /^\d{1,17}(?:\.\d{1,9})?$/.test(text);
  const ms = isNumber ? milliseconds(Number(text)) : isoDate.test(text) ? Date.parse(text) : NaN;
  return ms >= 1000 && ms <= now.getTime() + DAY_MS ? new Date(ms).toISOString() : null;
}

const milliseconds = (value: number): number =>
  Math.floor(value > 1e14 ? value / 1000 : value > 1e11 ? value : value * 1000);

export function importedLink(href: string, configured: ConfiguredHosts): KnownLink {
  const { value } = linkAddress(href);
  const url = value === null ? null : new URL(value);
  const kind =
    url &&
    linkKinds.find(
      (each) =>
        hostsOf(each, configured) !== null &&
        !each.folder &&
        linkKindOf(each.name, configured) !== null &&
        matchLink(each, url, configured) !== null,
    );
  return linkOfKind({ linktype: kind?.name ?? 'website', linkurl: href }, configured);
}

export function reasonOf(href: string, error: unknown): string {
  if (!(error instanceof DomainError)) throw error;
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(href)?.[1]?.toLowerCase();
  if (href.trim() === '') return 'It has no address.';
  if (scheme && !/^(?:https?|ftp)$/.test(scheme)) return `Addresses that begin with ${scheme}: are not kept.`;
  return error.message;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

const seconds = ({ born }: CatalogRow): number => Math.floor(Date.parse(born) / 1000);

/** `level`: 0 in the exported folder. */
const indented = (level: number, text: string): string => `${'    '.repeat(level)}${text}\n`;

export const exportHead = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
`;
export const exportEnd = '</DL><p>\n';

export const folderHead = (row: CatalogRow, level: number): string =>
  indented(level + 1, `<DT><H3 ADD_DATE="${seconds(row)}">${escaped(row.name)}</H3>`) +
  indented(level + 1, '<DL><p>');
export const folderEnd = (level: number): string => indented(level + 1, '</DL><p>');

export function linkLine(row: CatalogRow, level: number): string {
  const tags = exportedTags(row.tags);
  const attributes = `HREF="${escaped(row.url ?? '')}" ADD_DATE="${seconds(row)}"${tags && ` TAGS="${escaped(tags)}"`}`;
  return indented(level + 1, `<DT><A ${attributes}>${escaped(row.name)}</A>`);
}
