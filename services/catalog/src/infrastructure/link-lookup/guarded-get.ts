import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP } from 'node:net';
import { guardedLookup, NotPublic } from './guarded-lookup.js';
import { isPublicAddress } from './public-network.js';

export interface GuardLimits {
  /** For everything together, milliseconds. */
  timeoutMs: number;
  /** Of an answer. */
  maxBytes: number;
  /** `host:port` that may be private and without TLS: a stand-in, in tests. */
  trusted: ReadonlySet<string>;
}

export interface Fetched {
  status: number;
  body: Buffer;
}

const maxRedirects = 3;

/**
 * Fetches from a public server by HTTPS. Each hop of a redirect is checked like the first address, by the
 * addresses that its name resolves to.
 * @throws NotPublic; Error when nothing comes in time, too much comes, or the way has no end
 */
export async function guardedGet(address: string, limits: GuardLimits): Promise<Fetched> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  let url = new URL(address);
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const answer = await send(url, limits, signal);
    const status = answer.statusCode ?? 0;
    const { location } = answer.headers;
    if (status < 300 || status > 399 || location === undefined)
      return { status, body: await bodyOf(answer, limits.maxBytes) };
    answer.destroy();
    url = new URL(location, url);
  }
  throw new Error(`More than ${maxRedirects} redirects from ${new URL(address).host}.`);
}

function send(url: URL, limits: GuardLimits, signal: AbortSignal): Promise<IncomingMessage> {
  const trusted = limits.trusted.has(url.host);
  if (!trusted) requirePublic(url);
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const headers = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'Skyshelf' };
    const call = request(url, {
      signal,
      headers,
      agent: false,
      ...(!trusted && { lookup: guardedLookup }),
    });
    // An abort is told to the call again when its answer has begun already.
    call.once('response', resolve).on('error', reject).end();
  });
}

/** What the address itself tells; names are checked when they are resolved. */
function requirePublic(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const literal = isIP(host) !== 0;
  if (url.protocol !== 'https:') throw new NotPublic(`${url.host} is asked by ${url.protocol}`);
  if (url.username !== '' || url.password !== '' || url.port !== '')
    throw new NotPublic(`${url.host} is named with a user or a port.`);
  if (literal && !isPublicAddress(host)) throw new NotPublic(`${host} is not public.`);
}

async function bodyOf(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop destroys the answer and its connection.
    if (size > maxBytes) throw new Error(`An answer of more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
