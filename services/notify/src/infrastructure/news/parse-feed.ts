import { createHash } from 'node:crypto';
import type { AnyFeed } from 'feedsmith';
import type { FeedItem } from '../../application/feeds.js';
import { readItem, type RawItem } from '../../domain/news.js';
import { FeedThread } from './feed-thread.js';
import { picturesOf, wordsIn } from './read-html.js';

const thread = new FeedThread();

/**
 * RSS, Atom, RDF or JSON.
 * @throws Error when it is none, or too slow to read
 */
export async function parseFeed(text: string): Promise<FeedItem[]> {
  const feed = await thread.parse(text);
  return rawItems(feed).flatMap((raw) => {
    const item = readItem(raw, wordsIn);
    if (!item) return [];
    const { picture, ...words } = item;
    return picture === null ? words : { ...words, picture: { id: idOf(picture), address: picture } };
  });
}

/** From the address: fetched once for all users. */
const idOf = (address: string): string =>
  createHash('sha256').update(address).digest('base64url').slice(0, 22);

function rawItems(parsed: AnyFeed): RawItem[] {
  if (parsed.format === 'atom')
    return (parsed.feed.entries ?? []).map(
      ({ title, links, summary, content, published, updated, media }) => ({
        title: title?.value,
        link: pageOf(links ?? []),
        content: summary?.value ?? content?.value,
        date: published ?? updated,
        pictures: picturesOf(media, filesOf(links), content?.value ?? summary?.value),
      }),
    );
  if (parsed.format === 'json')
    return (parsed.feed.items ?? []).map((item) => ({
      title: item.title,
      link: item.url ?? item.external_url,
      content: item.summary ?? item.content_text ?? item.content_html,
      date: item.date_published ?? item.date_modified,
      pictures: picturesOf({}, jsonFilesOf(item), item.content_html),
    }));
  if (parsed.format === 'rdf')
    return (parsed.feed.items ?? []).map(({ title, link, description, dc, media, content }) => ({
      title,
      link,
      content: description,
      date: dc?.dates?.[0],
      pictures: picturesOf(media, [], content?.encoded ?? description),
    }));
  return (parsed.feed.items ?? []).map((item) => ({
    title: item.title,
    link: item.link,
    content: item.description ?? item.content?.encoded,
    date: item.pubDate ?? item.dc?.dates?.[0],
    pictures: picturesOf(item.media, item.enclosures, item.content?.encoded ?? item.description),
  }));
}

/** The link to the page itself. */
const pageOf = (links: readonly { href?: string; rel?: string }[]): string | undefined =>
  (links.find(({ rel = 'alternate' }) => rel === 'alternate') ?? links[0])?.href;

type Links = readonly { href?: string; rel?: string; type?: string }[];

const filesOf = (links: Links = []) =>
  links.filter(({ rel }) => rel === 'enclosure').map(({ href: url, type }) => ({ url, type }));

const jsonFilesOf = ({
  image,
  banner_image: banner,
  attachments = [],
}: {
  image?: string;
  banner_image?: string;
  attachments?: readonly { url?: string; mime_type?: string }[];
}) => [
  ...[image, banner].map((url) => ({ url, medium: 'image' })),
  ...attachments.map(({ url, mime_type: type }) => ({ url, type })),
];
