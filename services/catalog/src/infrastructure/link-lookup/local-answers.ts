import type { Get } from '@skyshelf/outbound';

/**
 * Stands in for the providers where no key is set: answers in their shapes, without a network. It knows no
 * playlist but the samples below, so no one mistakes invented videos for those of a real one.
 */
export const localAnswers: Get = async (address) => {
  const { pathname, searchParams } = new URL(address);
  const answer = pathname.endsWith('/playlistItems')
    ? playlist(searchParams.get('playlistId') ?? '')
    : pathname.endsWith('/oembed')
      ? { status: 200, body: { title: 'A video', thumbnail_url: null } }
      : { status: 200, body: [{ title: 'A video', thumbnail_medium: null }] };
  return { status: answer.status, body: Buffer.from(JSON.stringify(answer.body)) };
};

/** Playlists that can be tried anywhere: three videos, nothing, private videos only. */
export const samplePlaylists = {
  PLskyshelf_sample: ['First steps', 'First steps', 'Private video', 'Going on'],
  PLskyshelf_empty: [],
  PLskyshelf_private: ['Private video', 'Deleted video'],
} as const;

function playlist(id: string): { status: number; body: object } {
  const titles = Object.entries(samplePlaylists).find(([name]) => name === id)?.[1];
  if (!titles) return { status: 404, body: { error: { errors: [{ reason: 'playlistNotFound' }] } } };
  const items = titles.map((title, index) => ({
    snippet: { title, resourceId: { videoId: `skyshelf-${String(index).padStart(2, '0')}` } },
    status: { privacyStatus: title === 'Private video' ? 'private' : 'public' },
  }));
  return { status: 200, body: { items } };
}
