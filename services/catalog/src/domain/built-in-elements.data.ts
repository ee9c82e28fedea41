import type { ElementClass } from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';

/** A tile of the start page: shown among a user's elements, stored nowhere. */
export interface BuiltInElement {
  /** Example: `default:<key>` */
  id: string;
  class: ElementClass;
  name: string;
  nameKey: string;
  kind: string;
  extension: null;
  url: string;
  tags: readonly string[];
  size: 0;
  born: string;
  modified?: never;
  /** The icons are for common and for dense screens. */
  icon: string;
  hiIcon: string;
}

/** The date is older than any user's element. */
const born = '2020-01-01T00:00:00.000Z';

/**
 * In web/public/assets/built-in, cached for good: the name has the beginning of the content's SHA-256, so a
 * changed picture needs a new name (a test says how).
 */
const picture = (name: string, hash: string) => `/assets/built-in/${name}-${hash}.svg`;

const tile = (
  key: string,
  name: string,
  url: string,
  tags: readonly string[],
  [icon, hiIcon]: readonly [string, string],
): BuiltInElement => ({
  id: `default:${key}`,
  class: 'item',
  name,
  // Differs from a user's element of the same name.
  nameKey: `${nameKey(name)}\u0000`,
  kind: 'website',
  extension: null,
  url,
  tags,
  size: 0,
  born,
  icon: picture(key, icon),
  hiIcon: picture(`${key}-large`, hiIcon),
});

export const builtInElements: readonly BuiltInElement[] = [
  tile('youtube', 'YouTube', 'https://www.youtube.com/', ['video'], ['df38b774', '49e94354']),
  tile('vimeo', 'Vimeo', 'https://vimeo.com/', ['video'], ['73e79fba', 'af8d397e']),
  tile('twitch', 'Twitch', 'https://www.twitch.tv/', ['video', 'games'], ['afecd38c', '9d414e49']),
  tile('tiktok', 'TikTok', 'https://www.tiktok.com/', ['video', 'social'], ['3a800a7a', '46f6029c']),
  tile('facebook', 'Facebook', 'https://www.facebook.com/', ['social'], ['d940bfe5', 'cc99afb6']),
  tile(
    'instagram',
    'Instagram',
    'https://www.instagram.com/',
    ['social', 'photos'],
    ['4e572591', '4e1b559c'],
  ),
  tile('x', 'X', 'https://x.com/', ['social', 'news'], ['a6c18f31', '9393fffa']),
  tile('linkedin', 'LinkedIn', 'https://www.linkedin.com/', ['social', 'work'], ['33d08537', '342fb8f2']),
  tile('reddit', 'Reddit', 'https://www.reddit.com/', ['social', 'news'], ['7a82e5f4', 'd75faba4']),
  tile('pinterest', 'Pinterest', 'https://www.pinterest.com/', ['photos', 'ideas'], ['6c3a1d3b', '84094b0c']),
  tile('gmail', 'Gmail', 'https://mail.google.com/', ['mail'], ['b94d822b', '3dcef830']),
  tile('outlook', 'Outlook', 'https://outlook.live.com/mail/', ['mail'], ['7cb9d16c', '396cbfd5']),
  tile('yahoo-mail', 'Yahoo Mail', 'https://mail.yahoo.com/', ['mail'], ['1e83840d', '3df0f238']),
  tile('proton-mail', 'Proton Mail', 'https://mail.proton.me/', ['mail'], ['65c72b0e', '37cb37cb']),
  tile('wikipedia', 'Wikipedia', 'https://www.wikipedia.org/', ['knowledge'], ['220307d1', 'f7faaba2']),
  tile(
    'openstreetmap',
    'OpenStreetMap',
    'https://www.openstreetmap.org/',
    ['maps'],
    ['b84de79c', 'ddef70b8'],
  ),
  tile('spotify', 'Spotify', 'https://open.spotify.com/', ['music'], ['a50a8507', 'd2d606f5']),
  tile('bbc-news', 'BBC News', 'https://www.bbc.com/news', ['news'], ['b6f58e25', '00c9d665']),
];
