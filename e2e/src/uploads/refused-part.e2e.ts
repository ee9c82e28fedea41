import { routes } from '@skyshelf/contracts';
import { productMode, readFile, sha256Of } from '@skyshelf/testing';
import type { BrowserContext, Request, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drop } from '../drop-file.js';
import { openShelf, type OpenShelf } from '../open-shelf.js';

const MIB = 1024 * 1024;
const NAME = 'long film.bin';
/** The file has three parts, the last of them short. */
const bytes = Buffer.alloc(17 * MIB, 'a film that goes on and on; ');

/** The part goes to a store on its own origin, or to Skyshelf. */
const PART = /X-Amz-Signature=|\/api\/upload\/parts\/[^/]+\/\d+\?/u;

describe('an upload in parts in the browser', () => {
  let shelf: OpenShelf;
  let sent: SentParts;
  beforeAll(async () => {
    const prepare = async (context: BrowserContext) => (sent = await refusingFirst(context, 3));
    shelf = await openShelf('cineast', { prepare });
  });
  afterAll(() => shelf?.close());

  it('goes on with fresh addresses when those it was given are refused', async () => {
    const { skyshelf, client, page } = shelf;
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
    const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
    const kept = await readFile(client, docs.find(({ linkname }) => linkname === NAME)?.linkurl);
    expect(sha256Of(kept)).toBe(sha256Of(bytes));
  });
});

/** The end of the parts that a page sent. */
interface SentParts {
  hosts: Set<string>;
  /** The addresses that were spoilt before they left the page. */
  spoilt: string[];
  /** The results by request: the status of the answer, or how the request ended without one. */
  outcomes: Map<Request, number | string>;
}

/**
 * Spoils the signature of the first addresses of parts, as if they had run out: Chromium sends the bytes
 * there, and the store itself refuses them.
 */
async function refusingFirst(context: BrowserContext, times: number): Promise<SentParts> {
  const sent: SentParts = { hosts: new Set(), spoilt: [], outcomes: new Map() };
  const spoiltRequests = new Set<Request>();
  await context.route(PART, async (route: Route) => {
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
  context.on('response', (response) => ended(response.request(), response.status()));
  context.on('requestfailed', (request) => ended(request, request.failure()?.errorText ?? 'failed'));
  return sent;
}

/** Gives the answer to a body that is small enough to be read before the connection closes. */
const answerOf = async (address: string): Promise<number> =>
  (
    await fetch(address, {
      method: 'PUT',
      body: 'a part',
      headers: { 'content-type': 'application/octet-stream' },
    })
  ).status;
