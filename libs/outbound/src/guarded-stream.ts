import { request as plainRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { Readable } from 'node:stream';
import { requirePublic, type OutboundRules } from './outbound-rules.js';

export interface GuardLimits extends OutboundRules {
  /** For everything together, milliseconds: all hops and the body. */
  timeoutMs: number;
  /** Without a byte, milliseconds; default: as long as `timeoutMs`. */
  idleMs?: number;
  /** Of a body. */
  maxBytes: number;
  /** Hops after the first; default: 3. */
  maxRedirects?: number;
  /** What is asked for; default: JSON. */
  accept?: string;
  /** Further ones of our own, e.g. what is known of the answer already. */
  headers?: Readonly<Record<string, string>>;
  /** Sent by POST; then no redirect is followed. */
  form?: Buffer;
  /** Ends it earlier. */
  signal?: AbortSignal;
}

/** A server announced, or sent, more bytes than allowed. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';
}

export interface GuardedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The caller reads it to its end or destroys it. Fails when more bytes or time are used than allowed. */
  body: Readable;
}

/**
 * Asks a public server. Each hop of a redirect is checked like the first address, by the addresses that its name resolves to. Nothing of a user goes along:
 * no cookie, no token.
 * @throws NotPublic; Error when nothing comes in time, too much is announced, or redirects have no end
 */
export async function guardedStream(address: string, limits: GuardLimits): Promise<GuardedAnswer> {
  const time = AbortSignal.timeout(limits.timeoutMs);
  const signal = limits.signal ? AbortSignal.any([time, limits.signal]) : time;
  const { maxRedirects = limits.form ? 0 : 3 } = limits;
  let url = new URL(address);
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const answer = await send(url, limits, signal);
    const { statusCode: status = 0, headers } = answer;
    if (status < 300 || status > 399 || headers.location === undefined) {
      if (Number(headers['content-length'] ?? 0) > limits.maxBytes) {
        answer.destroy();
        throw tooMuch(limits);
      }
      const body = Readable.from(bounded(answer, limits), { objectMode: false });
      // One that is destroyed before it is read would leave the connection open.
      return { status, headers, body: body.once('close', () => answer.destroy()) };
    }
    answer.destroy();
    url = new URL(headers.location, url);
  }
  throw new Error(`More than ${maxRedirects} redirects from ${new URL(address).host}.`);
}

function send(url: URL, limits: GuardLimits, signal: AbortSignal): Promise<IncomingMessage> {
  const lookup = requirePublic(url, limits);
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const headers = {
      accept: limits.accept ?? 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Skyshelf',
      ...limits.headers,
      ...(limits.form && {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': limits.form.length,
      }),
    };
    const method = limits.form ? 'POST' : 'GET';
    const call = request(url, { method, signal, headers, agent: false, ...(lookup && { lookup }) });
    // An abort is told to the call again when its answer has begun already.
    if (limits.idleMs !== undefined)
      call.setTimeout(limits.idleMs, () => call.destroy(new Error('The server said nothing for too long.')));
    call.once('response', resolve).on('error', reject).end(limits.form);
  });
}

async function* bounded(answer: IncomingMessage, limits: GuardLimits): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop destroys the answer and its connection.
    if (size > limits.maxBytes) throw tooMuch(limits);
    yield chunk;
  }
}

const tooMuch = ({ maxBytes }: GuardLimits): Error =>
  new AnswerTooLarge(`An answer of more than ${maxBytes} bytes.`);
