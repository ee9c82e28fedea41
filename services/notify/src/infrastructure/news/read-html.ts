import { Parser } from 'htmlparser2';

const MOST_CHARACTERS = 20_000;
const UNREAD = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg', 'math']);

/** Extracts the text in one line, without elements, scripts or styles. */
export function htmlToText(html: string): string {
  const words: string[] = [];
  let unread = 0;
  const parser = new Parser({
    onopentag: (name) => {
      if (UNREAD.has(name)) unread += 1;
      words.push(' ');
    },
    onclosetag: (name) => {
      if (UNREAD.has(name)) unread -= 1;
      words.push(' ');
    },
    ontext: (text) => {
      if (unread === 0) words.push(text);
    },
  });
  parser.end(html.slice(0, MOST_CHARACTERS));
  return words.join('').replaceAll(/\s+/g, ' ').trim();
}

/** Smaller ones are trackers or buttons. */
const LEAST_SIDE = 48;
/** The width in pixels that suffices for news. */
const WIDE = 320;

interface Attached {
  url?: string | undefined;
  type?: string | undefined;
  medium?: string | undefined;
  width?: number | undefined;
}

interface Media {
  contents?: Attached[];
  thumbnails?: Attached[];
  groups?: { contents?: Attached[]; thumbnails?: Attached[] }[];
}

/** Order: best first. */
export const picturesOf = (media: Media = {}, attached: readonly Attached[] = [], html = ''): string[] => [
  ...[media, ...(media.groups ?? [])].flatMap(({ contents = [], thumbnails = [] }) =>
    bestFirst([...contents.filter(isPicture), ...thumbnails]),
  ),
  ...bestFirst(attached.filter(isPicture)),
  ...picturesIn(html),
];

const isPicture = ({ type, medium, url = '' }: Attached): boolean =>
  medium === 'image' || (type ? /^image\//i.test(type) : /\.(?:jpe?g|png|webp|gif|avif)(?:$|\?)/i.test(url));

/** The smallest that is wide enough, else the widest. */
const bestFirst = (pictures: readonly Attached[]): string[] => {
  const rank = ({ width = WIDE }: Attached): number => (width >= WIDE ? width : 1e6 - width);
  return pictures.toSorted((a, b) => rank(a) - rank(b)).flatMap(({ url }) => url ?? []);
};

function picturesIn(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag: (name, { src, width, height }) => {
      const isSmall = [width, height].some((side) => Number(side ?? LEAST_SIDE) < LEAST_SIDE);
      if (name === 'img' && src && !isSmall) found.push(src);
    },
  });
  parser.end(html.slice(0, MOST_CHARACTERS));
  return found.slice(0, 1);
}
