export type Incoming = 'files' | 'link';

/** A picture of another page comes as a file. */
export const incomingOf = (data: DataTransfer | null): Incoming | null =>
  data?.types.includes('Files') ? 'files' : data?.types.includes('text/uri-list') ? 'link' : null;

export interface IncomingLink {
  url: string;
  name: string;
}

/** Nothing in it is run or loaded. */
const wordsOf = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').querySelector('a')?.textContent.trim() ?? '';

/** The form says whether it may be kept. */
export const linkOf = (data: DataTransfer): IncomingLink | null => {
  const lines = data.getData('text/uri-list').split(/\r?\n/);
  const url = lines.find((line) => line.trim() !== '' && !line.startsWith('#'))?.trim();
  if (url === undefined) return null;
  const words = wordsOf(data.getData('text/html'));
  return { url, name: URL.canParse(words) ? '' : words };
};
