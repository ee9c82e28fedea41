import type { IncomingMessage, ServerResponse } from 'node:http';

/** Playlists by their ids: titles of their videos. */
const playlists: Readonly<Record<string, readonly string[]>> = {
  PLskyshelf_sample: ['First steps', 'First steps', 'Private video', 'Going on'],
  PLskyshelf_empty: [],
};

/** Settings of a product whose questions about links go to this host, not to the real providers. */
export const askingHere = (host: string): Record<string, string> => ({
  CATALOG_PLAYLIST_KEY: 'a key of tests',
  CATALOG_LOOKUP_PROVIDER: `http://${host}`,
  CATALOG_LOOKUP_TRUSTED: host,
});

/** Answers in place of the providers of videos; false for what is no question about a video. */
export function answerAsProvider({ url = '' }: IncomingMessage, response: ServerResponse): boolean {
  const { pathname, searchParams } = new URL(url, 'http://provider');
  if (pathname.includes('/oembed')) response.end(JSON.stringify({ title: 'A video' }));
  else if (pathname.endsWith('/playlistItems')) {
    const titles = playlists[searchParams.get('playlistId') ?? ''];
    response.writeHead(titles ? 200 : 404).end(JSON.stringify({ items: titles?.map(itemOf) }));
  } else return false;
  return true;
}

const itemOf = (title: string, index: number) => ({
  snippet: { title, resourceId: { videoId: `skyshelf-${String(index).padStart(2, '0')}` } },
});
