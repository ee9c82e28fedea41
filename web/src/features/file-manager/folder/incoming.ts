/** What comes from other programs, by dropping or pasting. */
export type Incoming = 'files' | 'link';

/** What a drag from elsewhere carries that we take; null for all else. A picture of another page comes as a file. */
export const incomingOf = (data: DataTransfer | null): Incoming | null =>
  data?.types.includes('Files') ? 'files' : data?.types.includes('text/uri-list') ? 'link' : null;

export interface IncomingLink {
  url: string;
  /** What the other page calls it. */
  name: string;
}

/** The words of the link in a piece of another page; nothing in it is run or loaded. */
const wordsOf = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').querySelector('a')?.textContent.trim() ?? '';

/** The link that a drag carries; null when there is no address in it. Whether it may be kept is said in the form. */
export const linkOf = (data: DataTransfer): IncomingLink | null => {
  const lines = data.getData('text/uri-list').split(/\r?\n/);
  const url = lines.find((line) => line.trim() !== '' && !line.startsWith('#'))?.trim();
  if (url === undefined) return null;
  const words = wordsOf(data.getData('text/html'));
  return { url, name: URL.canParse(words) ? '' : words };
};
