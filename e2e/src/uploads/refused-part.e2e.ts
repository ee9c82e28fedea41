import { createHash } from 'node:crypto';
import { routes } from '@skyshelf/contracts';
import { apiClient, productMode, type RunningSkyshelf } from '@skyshelf/testing';
import type { Browser, Page, Request, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, launchChromium, newPerson } from '../browser.js';
import { drop } from '../drop-file.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';

const MIB = 1024 * 1024;
const NAME = 'long film.bin';
/** Three parts, the last of them short. */
const bytes = Buffer.alloc(17 * MIB, 'a film that goes on and on; ');

/** Of a store on its own origin, or of Skyshelf. */
const PART = /X-Amz-Signature=|\/api\/upload\/parts\/[^/]+\/\d+\?/u;

describe('an upload in parts in the browser', () => {
  let skyshelf: RunningSkyshelf;
  let browser: Browser;
  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
  });

  /** The bytes of a file of the root, as its owner reads them. */
  async function keptUnder(name: string, token: string): Promise<Buffer> {
    const client = apiClient(skyshelf.url, token);
    const { docs } = await client.call(routes.listFolder, { body: { url: '/' } });
    client.close();
    const linkurl = docs.find(({ linkname }) => linkname === name)?.linkurl ?? expect.unreachable(name);
    const path = linkurl.split('/').map(encodeURIComponent).join('/');
    const answer = await fetch(`${skyshelf.url}/files/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  }

  it('goes on with fresh addresses when those it was given are refused', async () => {
    const page = await (await newPerson(browser)).newPage();
    const sent = await refusingFirst(page, 3);
    const token = await skyshelf.token('cineast');
    await enter(page, skyshelf, token);
    await page.getByText('Your shelf is ready').waitFor();
    await drop(page, NAME, 'application/octet-stream', bytes);
    await page.getByRole('option', { name: NAME }).waitFor({ timeout: 60_000 });

    const own = productMode() === 'standalone';
    expect([...sent.hosts].map((host) => host === new URL(skyshelf.url).host)).toEqual([own]);
    await expect.poll(() => sent.outcomes.size).toBe(3);
    // The page itself stops the other parts at the first refusal.
    const heard = new Set([...sent.outcomes.values()].filter((outcome) => outcome !== 'net::ERR_ABORTED'));
    // Skyshelf reads what it refuses, so that the page hears why. A store may close under the body, or leave
    // out what lets a page of another origin read its answer.
    if (own) expect(heard).toEqual(new Set([400]));
    else
      for (const outcome of heard)
        expect([403, 'net::ERR_FAILED', 'net::ERR_CONNECTION_RESET']).toContain(outcome);
    expect(heard.size).toBeGreaterThan(0);
    for (const address of sent.spoilt) expect(await answerOf(address)).toBe(own ? 400 : 403);
    const kept = await keptUnder(NAME, token);
    const digest = createHash('sha256').update(kept).digest('hex');
    expect(digest).toBe(createHash('sha256').update(bytes).digest('hex'));
    await page.context().close();
  });
});

/** What became of the parts a page sent. */
interface SentParts {
  hosts: Set<string>;
  /** The addresses that were spoilt before they left the page. */
  spoilt: string[];
  /** What came of those: the status of the answer, or how the request ended without one. */
  outcomes: Map<Request, number | string>;
}

/**
 * Spoils the signature of the first addresses of parts, as if they had run out: Chromium sends the bytes
 * there, and the store itself refuses them.
 */
async function refusingFirst(page: Page, times: number): Promise<SentParts> {
  const sent: SentParts = { hosts: new Set(), spoilt: [], outcomes: new Map() };
  const spoiltRequests = new Set<Request>();
  await page.route(PART, async (route: Route) => {
    const request = route.request();
    if (request.method() !== 'PUT') return route.continue();
    sent.hosts.add(new URL(request.url()).host);
    if (sent.spoilt.length >= times) return route.continue();
    const url = request
      .url()
      .replace(/(ignature=)(.)/u, (_, name, first) => name + (first === '0' ? '1' : '0'));
    sent.spoilt.push(url);
    spoiltRequests.add(request);
    return route.continue({ url });
  });
  const ended = (request: Request, outcome: number | string): void => {
    if (spoiltRequests.has(request) && !sent.outcomes.has(request)) sent.outcomes.set(request, outcome);
  };
  page.on('response', (response) => ended(response.request(), response.status()));
  page.on('requestfailed', (request) => ended(request, request.failure()?.errorText ?? 'failed'));
  return sent;
}

/** What an address answers to a body that is small enough to be read before anyone closes. */
const answerOf = async (address: string): Promise<number> =>
  (
    await fetch(address, {
      method: 'PUT',
      body: 'a part',
      headers: { 'content-type': 'application/octet-stream' },
    })
  ).status;
