import { escapedMarkup } from '@skyshelf/contracts/rules';

/** Fetchers that show a card for an address that someone has written; none of them runs a script. */
const previewRobots =
  /facebookexternalhit|facebot|twitterbot|slackbot|telegrambot|whatsapp|discordbot|linkedinbot|skypeuripreview|mastodon|pinterest|redditbot|applebot|iframely|embedly|vkshare|viber|signal/i;

export const isPreviewRobot = (userAgent = ''): boolean => previewRobots.test(userAgent.slice(0, 512));

/** Escapes text and attributes of HTML and XML, without the characters that XML does not have. */
export const escaped = (text: string): string =>
  escapedMarkup(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));

/** Source: https://ogp.me */
export const previewPage = (title: string | null): string => {
  const shown = escaped(title || 'Skyshelf');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${shown}</title><meta property="og:title" content="${shown}"><meta property="og:type" content="website"><meta property="og:site_name" content="Skyshelf"><meta name="robots" content="noindex">`;
};

export interface FeedEntry {
  id: string;
  name: string;
  born: string;
}

/** `address` is that of the link's page. Source: RFC 4287. */
export function atomFeed(
  { title, address, updated }: { title: string; address: string; updated: string },
  entries: readonly FeedEntry[],
): string {
  const link = `<link href="${escaped(address)}"/>`;
  const shown = entries.map(
    ({ id, name, born }) =>
      `<entry><id>urn:skyshelf:${escaped(id)}</id><title>${escaped(name)}</title><updated>${born}</updated>${link}</entry>`,
  );
  const latest = entries[0]?.born ?? updated;
  return `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><id>${escaped(address)}</id><title>${escaped(title || 'Skyshelf')}</title><updated>${latest}</updated><author><name>Skyshelf</name></author>${link}<link rel="self" href="${escaped(address)}/feed.xml"/>${shown.join('')}</feed>\n`;
}
