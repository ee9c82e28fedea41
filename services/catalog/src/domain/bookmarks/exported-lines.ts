import type { CatalogRow } from '../catalog-row.js';
import { exportedTags } from './imported-fields.js';

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
