/** A name as typed, what becomes of it in an element and in a file, or why it is refused. */
export interface NameSample {
  typed: string;
  kept?: string;
  file?: string;
  refused?: string;
}

const plain = (typed: string): NameSample => ({ typed, kept: typed, file: typed });

export const names: readonly NameSample[] = [
  ...['a', 'A', 'b', 'B', 'c', 'd', 'é', 'É', 'Straße', 'STRASSE', 'sub folder', 'x', 'X'].map(plain),
  { typed: 'e\u0301', kept: 'é', file: 'é' },
  { typed: ' b ', kept: 'b', file: 'b' },
  { typed: 'c*d', kept: 'cd', file: 'cd' },
  { typed: 'a+b', kept: 'ab', file: 'a+b' },
  { typed: 'sub   folder', kept: 'sub folder', file: 'sub   folder' },
  { typed: '...', refused: 'name.required' },
  { typed: '*', refused: 'name.required' },
  { typed: 'n'.repeat(256), refused: 'name.too-long' },
];

/** An address as typed for a kind, as it is kept, or why it is refused. */
export interface LinkSample {
  type: string;
  typed: string;
  kept?: string;
  refused?: string;
}

const kept = (type: string, typed: string, as = typed): LinkSample => ({ type, typed, kept: as });
const refused = (type: string, typed: string, code: string): LinkSample => ({ type, typed, refused: code });

export const video = kept('youtube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ');
export const wrongVideo = refused('youtube', 'https://www.youtube.com/', 'video.wrong-url');
export const list = 'https://www.youtube.com/playlist?list=PLabc';

export const links: readonly LinkSample[] = [
  ...['/', '/one', '/two', '/three', '/four'].map((path) => kept('website', `https://example.com${path}`)),
  kept('webapp', ' http://app.example.org/ ', 'http://app.example.org/'),
  kept('webgame', 'ftp://games.example.net/x'),
  video,
  kept('vimeo', 'https://vimeo.com/76979871'),
  kept('tiktok', 'https://www.tiktok.com/@u/video/71?x=1', 'https://www.tiktok.com/@u/video/71'),
  kept(
    'viewkeyvideo',
    'https://viewkey.example/view_video.php?viewkey=ph5a',
    'https://viewkey.example/embed/ph5a',
  ),
  kept('embedframevideo', 'https://frames.example/video12/t', 'https://frames.example/embedframe/12'),
  wrongVideo,
  refused('vimeo', 'https://vimeo.com/a/b', 'video.wrong-url'),
  refused('tiktok', 'https://www.tiktok.com/@u', 'video.wrong-url'),
  refused('playlist', 'https://example.com/', 'playlist.wrong-url'),
  refused('playlist', list, 'kind.unsupported'),
  refused('gopher', 'https://example.com/', 'kind.unsupported'),
  refused('website', ' ', 'url.required'),
  refused('website', 'http://192.168.0.1/', 'url.invalid'),
  refused('website', 'http://0x7f.1/', 'url.invalid'),
  refused('website', 'example.com', 'url.invalid'),
];

/** A file as a browser offers it, and what becomes of it. */
export interface FileSample {
  typed: string;
  name: string;
  kind: string;
  type: string;
  refused?: string;
}

export const files: readonly FileSample[] = [
  { typed: 'x.png', name: 'x.png', type: 'image/png', kind: 'image/png' },
  { typed: 'X.PNG', name: 'X.PNG', type: '', kind: 'image/png' },
  { typed: 'film.mp4', name: 'film.mp4', type: 'video/mp4', kind: 'video/mp4' },
  { typed: 'README', name: 'README', type: '', kind: 'application/octet-stream' },
  { typed: 'a', name: 'a', type: 'text/plain', kind: 'text/plain' },
  { typed: 'b*c.pdf', name: 'bc.pdf', type: 'application/pdf', kind: 'application/pdf' },
  { typed: 'notes.md', name: 'notes.md', type: 'application/x', kind: 'text/markdown' },
  { typed: 'notes.TXT', name: 'notes.TXT', type: 'text/plain', kind: '', refused: 'type.not-allowed' },
  { typed: 'run.js', name: 'run.js', type: '', kind: '', refused: 'type.not-allowed' },
];

export const tags: readonly (readonly string[])[] = [[], [], ['t'], ['t', 'u'], [' my  tag ', 't', 't']];

/** The highest number of tags that an element can have. */
export const allTags: readonly string[] = Array.from({ length: 50 }, (_, index) =>
  `tag-${index}-`.padEnd(60, 'x'),
);

/** Enough for the names above; made differently from the product's. */
export const fold = (name: string): string =>
  name.normalize('NFC').trim().toLowerCase().replaceAll('ß', 'ss');

/** Tags as they are kept. */
export const keptTags = (typed: readonly string[]): string[] => [
  ...new Set(typed.map((tag) => tag.trim().split(/\s+/).join(' ')).filter((tag) => tag.length > 0)),
];
