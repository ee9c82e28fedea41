import { request as plainRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { requirePublic, type OutboundRules } from './outbound-rules.js';

export interface GuardLimits extends OutboundRules {
  /** The milliseconds for all hops and the body. */
  timeoutMs: number;
  /** The milliseconds of silence; default `timeoutMs`. */
  idleMs?: number;
  maxBytes: number;
  /** Default: 3. */
  maxRedirects?: number;
  /** Default: JSON. */
  accept?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent by POST; then no redirect is followed. */
  form?: Buffer;
  signal?: AbortSignal;
}

export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';
}

export interface GuardedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Fails beyond the allowed bytes or time. Read or destroy it. */
  body: Readable;
}

/**
 * Each hop is checked by its resolved addresses. No cookie, no token is sent.
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
      // Destroyed unread, it would leave the connection open.
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
    // An abort has to be passed on once the answer has begun.
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

export interface Fetched {
  status: number;
  body: Buffer;
}

export async function guardedGet(address: string, limits: GuardLimits): Promise<Fetched> {
  const { status, body } = await guardedStream(address, limits);
  return { status, body: await buffer(body) };
}
