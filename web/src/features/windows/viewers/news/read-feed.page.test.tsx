import { describe, expect, it } from 'vitest';
import { readFeed } from './read-feed.js';

const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Sea</title>${items}</channel></rss>`;
const tides = `<item><title>Tides &amp; moons</title><link>https://news.example/1</link>
  <description><![CDATA[<p>High <b>water</b></p><img src="https://spy.example/x.png"><script>alert(1)</script>]]></description>
  <pubDate>Fri, 02 Jan 2026 12:00:00 GMT</pubDate></item>`;

describe('a file that holds news', () => {
  it('is read as RSS: what it holds as HTML becomes words [S2.12]', () => {
    expect(readFeed(rss(tides))).toMatchObject([
      {
        title: 'Tides & moons',
        link: 'https://news.example/1',
        content: 'High water',
        isoDate: '2026-01-02T12:00:00.000Z',
      },
    ]);
  });

  it('is read as Atom', () => {
    const entry = `<entry><title type="html">Storms</title><link rel="self" href="https://news.example/2.xml"/>
      <link href="https://news.example/2"/><updated>2026-02-03T00:00:00Z</updated><summary>Wind.</summary></entry>`;
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Sea</title>${entry}</feed>`;
    const [storms] = readFeed(feed) ?? [];
    expect(storms).toEqual({
      title: 'Storms',
      link: 'https://news.example/2',
      content: 'Wind.',
      isoDate: '2026-02-03T00:00:00.000Z',
      picture: null,
    });
  });

  it('leaves out what leads nowhere, and says when it is no feed', () => {
    const bad = '<item><title>Trap</title><link>javascript:alert(1)</link></item>';
    expect(readFeed(rss(bad))).toEqual([]);
    for (const none of ['', 'plain words', '<html><body>A page</body></html>', '<rss><channel>'])
      expect(readFeed(none)).toBeNull();
  });
});
