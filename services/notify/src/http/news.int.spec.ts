import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { DomainError } from '@skyshelf/contracts';
import type { Peers } from '@skyshelf/peers';
import type { CreatedService } from '@skyshelf/service';
import { callerNamed } from '@skyshelf/service/testing';
import { eventually, startStandIn, type StandIn } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openNotify, type OpenNotify } from '../../testing/open-notify.js';

interface Shown {
  feed: {
    items: {
      title: string;
      link: string;
      content: string;
      isoDate: string | null;
      enclosure?: { url: string };
    }[];
  };
  samples: boolean;
}

const item = (title: string, link: string, day: number) =>
  `<item><title>${title}</title><link>${link}</link><description><![CDATA[<script>alert(1)</script><p>Long &uuml;</p>]]></description><pubDate>Mon, 0${day} Feb 2026 10:00:00 GMT</pubDate></item>`;
const rss = (items: string) => `<rss version="2.0"><channel><title>T</title>${items}</channel></rss>`;
const good: Record<string, string> = {
  rss: rss(
    item('One &lt;b&gt;x&lt;/b&gt;', 'https://a.example/1', 2) + item('Bad', 'javascript:alert(1)', 3),
  ),
  atom: '<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><id>1</id><updated>2026-02-03T00:00:00Z</updated><entry><title type="html">&lt;i&gt;Two&lt;/i&gt;</title><id>2</id><link rel="enclosure" href="https://a.example/x.mp3"/><link href="https://a.example/2"/><updated>2026-02-03T00:00:00Z</updated></entry></feed>',
  json: JSON.stringify({
    ...{ version: 'https://jsonfeed.org/version/1.1', title: 'T' },
    items: [{ id: '3', url: 'https://a.example/3', title: 'Three', content_html: '<p>x</p>' }],
  }),
};

let server: StandIn;
let notify: OpenNotify;
let user: Record<string, string>;
let unchanged = 0;
let reached = 0;
const bad: Record<string, (response: ServerResponse) => void> = {
  drips: (response) => void setInterval(() => response.write('<rss>'), 500).unref(),
  silent: () => undefined,
  endless: (response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  packed: (response) =>
    void response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(30_000_000))),
  entities: (response) =>
    void response.end(
      `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "${'a'.repeat(1000)}">]>${rss(`<item><title>${'&a;'.repeat(100_000)}</title></item>`)}`,
    ),
  slow: (response) => void response.end(`<rss version="2.0"><channel><title>${'<'.repeat(1_900_000)}`),
  html: (response) => void response.end('<!doctype html><html></html>'),
  gone: (response) => void response.writeHead(500).end(),
  inside: (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  elsewhere: (response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
};

beforeAll(async () => {
  server = await startStandIn();
  server.answer((request: IncomingMessage, response: ServerResponse) => {
    const name = (request.url ?? '').slice(1);
    reached += 1;
    if (request.headers['if-none-match'] === '"1"') {
      unchanged += 1;
      return void response.writeHead(304).end();
    }
    const text = good[name];
    if (text !== undefined) return void response.setHeader('etag', '"1"').end(text);
    bad[name]?.(response);
  });
  const at = (name: string): string => `${server.url}/${name}`;
  const feeds = [
    ...Object.keys(bad).map((name) => `tech=${at(name)}`),
    ...[`news=${at('rss')}`, `sport=${at('atom')}`, `news=${at('json')}`, 'tech=http://127.0.0.1:1/'],
  ];
  const trusted = new Set([new URL(server.url).host]);
  notify = await openNotify(
    { newsFeeds: feeds.join(','), weatherKey: 'a-secret-key' },
    { trusted, timeline: at('timeline') },
  );
  user = await notify.runtime.signedIn(callerNamed('ann'));
});
afterAll(async () => {
  await notify.close();
  await server.stop();
});

const news = async (flags: object = {}): Promise<Shown> => {
  const { status, body } = await notify.call('/api/news/', flags, { headers: user });
  expect(status).toBe(200);
  return body as Shown;
};
const titles = ({ feed }: Shown) => feed.items.map(({ title }) => title);

it('good feeds are shown though bad ones drip, bomb and redirect next to them; nothing of HTML comes along', async () => {
  const began = performance.now();
  let shown = await news();
  await eventually(async () => titles((shown = await news())).length === 3);
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(titles(shown)).toEqual(['Two', 'One x', 'Three']);
  expect(shown.feed.items[1]).toEqual({
    ...{
      title: 'One x',
      link: 'https://a.example/1',
      content: 'Long ü',
      isoDate: '2026-02-02T10:00:00.000Z',
    },
  });
  expect(shown.feed.items[0]?.link).toBe('https://a.example/2');
  expect(JSON.stringify(shown)).not.toMatch(/script|alert|</);
  const health = async () => (await notify.services[0]?.health())?.checks['news'];
  const all = async () => (await notify.runtime.db.collection('feeds').countDocuments()) === 14;
  await eventually(all, { timeoutMs: 30_000 });
  expect(await health()).toMatchObject({
    status: 'degraded',
    hint: expect.stringContaining('Feeds that could not') as string,
  });
  const failures = await notify.runtime.db
    .collection<{ _id: string; failure: string }>('feeds')
    .find()
    .toArray();
  const failureOf = (name: string) => failures.find(({ _id }) => _id.endsWith(name))?.failure;
  for (const name of Object.keys(bad).filter((each) => each !== 'entities'))
    expect(failureOf(name), name).toBeTruthy();
  expect(failureOf('inside')).toBe('Its address is not public.');
  expect(failureOf('elsewhere')).toBe('Its address is not public.');
  expect(failureOf('endless')).toBe('It has more than 2 MB.');
  expect(failureOf('slow')).toBe('It takes too long to read.');
});

it('only the wanted categories are shown, and a feed is asked again after 15 minutes alone, with what is known of it', async () => {
  reached = 0;
  expect(titles(await news({ news: false }))).toEqual(['Two']);
  expect(titles(await news({ sport: false }))).toEqual(['One x', 'Three']);
  expect(titles(await news({ news: false, sport: false, tech: false }))).toEqual([]);
  expect(reached).toBe(0);
  notify.clock.advance(900_001);
  expect(titles(await news({ tech: false }))).toEqual(['Two', 'One x', 'Three']);
  await eventually(() => unchanged === 3);
  expect((await notify.call('/api/news/', {}, {})).status).toBe(401);
  expect((await notify.call('/api/news/', { weather: true }, { headers: user })).status).toBe(400);
});

it('the weather is asked for a place within some 10 km, once in 15 minutes, without the key in the answer', async () => {
  const asked: string[] = [];
  const weather = (latitude: unknown, longitude: unknown) =>
    notify.call('/api/weather/', { latitude, longitude }, { headers: user });
  let told: unknown = {
    currentConditions: { icon: 'rain', conditions: 'Rain', temp: 7.5, feelslike: 5, sunrise: 'x' },
  };
  server.answer(({ url }, response) => {
    // Feeds that are still asked again belong to the test before.
    if (url?.startsWith('/timeline')) asked.push(url);
    response.end(JSON.stringify(told));
  });
  const currentConditions = { icon: 'rain', conditions: 'Rain', temp: 7.5, feelslike: 5 };
  for (const [latitude, longitude] of [
    [52.52, 13.405],
    [52.4801, 13.4444],
  ])
    expect(await weather(latitude, longitude)).toEqual({
      status: 200,
      body: { currentConditions, sample: false },
    });
  expect(asked).toEqual([
    '/timeline/52.5,13.4/today?unitGroup=metric&include=current&contentType=json&key=a-secret-key',
  ]);
  notify.clock.advance(900_001);
  await weather(52.52, 13.405);
  expect(asked).toHaveLength(2);
  told = { currentConditions: { icon: 7 } };
  const unknown = await weather(0, 0);
  expect(unknown).toMatchObject({ status: 503, body: { error: { code: 'weather.unknown' } } });
  expect(JSON.stringify(unknown)).not.toContain('secret');
  for (const [latitude, longitude] of [
    [91, 0],
    [0, -181],
    ['1', 2],
    [null, 2],
  ])
    expect((await weather(latitude, longitude)).status).toBe(400);
});

it('where nothing is set up, news and weather are samples and say so', async () => {
  const bare = await openNotify({});
  const call = async (path: string, body: object) =>
    (await bare.call(path, body, { headers: await bare.runtime.signedIn(callerNamed('ann')) })).body;
  const { feed, samples } = (await call('/api/news/', { sport: false })) as Shown;
  expect([samples, feed.items.length]).toEqual([true, 7]);
  const today = bare.clock.now().toISOString().slice(0, 10);
  for (const { title, content, link, isoDate } of feed.items) {
    expect(`${title} ${content}`).toMatch(/^Sample: .* This is a sample/);
    expect([new URL(link).host, isoDate?.slice(0, 10)]).toEqual(['en.wikipedia.org', today]);
  }
  expect(await call('/api/weather/', { latitude: 1, longitude: 2 })).toMatchObject({ sample: true });
  expect((await bare.services[0]?.health())?.checks).toMatchObject({
    news: { status: 'ok', hint: expect.stringMatching(/samples/) as string },
    weather: { status: 'ok', hint: expect.stringMatching(/sample/) as string },
  });
  await bare.close();
});

it('pictures are made when someone looks at them, by media, and go with their items; one that is not to be had is left alone for an hour', async () => {
  const asked: string[] = [];
  const webp = new Map([['https://a.example/one.jpg', 'a small picture']]);
  const json: Peers['json'] = async (_, path, { body } = {}) => {
    const { address } = body as { address: string };
    expect([path, body]).toEqual([
      '/internal/outside-pictures',
      { address, side: 480, mostBytes: 5 * 1024 * 1024 },
    ]);
    asked.push(address);
    const made = webp.get(address);
    if (made === undefined) throw new DomainError('file.not-found');
    return { webp: Buffer.from(made).toString('base64') } as never;
  };
  const pictured = (name: string, picture: string, day: number) =>
    item(name, `https://a.example/${name}`, day).replace('</item>', `${picture}</item>`);
  const two = pictured('two', '<media:thumbnail url="http://10.0.0.1/two.jpg"/>', 3);
  let items =
    pictured('one', '<enclosure url="https://a.example/one.jpg" length="9" type="image/jpeg"/>', 4) +
    two +
    pictured('three', '<enclosure url="javascript:alert(1)" length="9" type="image/png"/>', 2);
  const namespace = 'version="2.0" xmlns:media="http://search.yahoo.com/mrss/"';
  server.answer((_, response) => void response.end(rss(items).replace('version="2.0"', namespace)));
  const own = await openNotify(
    { newsFeeds: `news=${server.url}/pictured` },
    { trusted: new Set([server.host]), peers: { json } as Peers },
  );
  const [service] = own.services as readonly [CreatedService];
  let headers = await own.runtime.signedIn(callerNamed('ann'));
  const read = async () => ((await own.call('/api/news/', {}, { headers })).body as Shown).feed.items;
  const show = (url = '', more: object = {}) =>
    service.app.inject({ method: 'GET', url, headers: { ...headers, ...more } });
  const shown = await read();
  expect(shown[2]).not.toHaveProperty('enclosure');
  expect(JSON.stringify(shown)).not.toMatch(/jpg/);
  expect(asked).toEqual([]);
  const [first = '', second = ''] = shown.map(({ enclosure }) => enclosure?.url);
  const [picture, ...others] = await Promise.all([...Array(8)].map(() => show(first)));
  expect(picture?.payload).toBe('a small picture');
  expect(picture?.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=86400',
  });
  expect(others.map(({ statusCode }) => statusCode)).toEqual(Array(7).fill(200));
  expect((await show(first, { 'if-none-match': picture?.headers['etag'] })).statusCode).toBe(304);
  for (let time = 0; time < 2; time += 1) expect((await show(second)).statusCode).toBe(404);
  expect(asked).toEqual(['https://a.example/one.jpg', 'http://10.0.0.1/two.jpg']);
  expect((await show(`/api/news/pictures/${'x'.repeat(22)}`)).statusCode).toBe(404);
  own.clock.advance(3_600_001);
  headers = await own.runtime.signedIn(callerNamed('ann'));
  expect((await show(second)).statusCode).toBe(404);
  expect(asked).toHaveLength(3);
  const kept = () => own.runtime.db.collection('news-pictures').countDocuments();
  expect(await kept()).toBe(2);
  items = two;
  await read();
  await eventually(async () => (await kept()) === 1);
  expect((await show(first)).statusCode).toBe(404);
  await own.close();
});
