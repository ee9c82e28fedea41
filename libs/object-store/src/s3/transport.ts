import http, {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { lendingReads } from '@skyshelf/bytes';
import { errors, Pool } from 'undici';
import { refusalIn } from './answers.js';
import { S3Refusal, S3Silence } from './errors.js';

/** The milliseconds for connecting, and for silence within a call. Milliseconds. */
export interface Timeouts {
  connectMs: number;
  idleMs: number;
}

/** It is less than the store's own limit: a request on a closing connection would be lost. */
const KEEP_MS = 4_000;

export function createAgent(secure: boolean, ca?: string): http.Agent {
  const options = { keepAlive: true, timeout: KEEP_MS, maxFreeSockets: 64 };
  return secure ? new https.Agent({ ...options, ...(ca !== undefined && { ca }) }) : new http.Agent(options);
}

/** undici hands bytes on as they were read; node:http copies each piece. */
export function createReader(endpoint: string, { connectMs, idleMs }: Timeouts, ca?: string): Pool {
  const { origin, protocol } = new URL(endpoint);
  const bytes = protocol === 'https:' ? ca !== undefined && { ca } : { onread: lendingReads };
  return new Pool(origin, {
    connections: null,
    connect: { timeout: connectMs, ...bytes },
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
    keepAliveTimeout: KEEP_MS,
    keepAliveMaxTimeout: KEEP_MS,
  });
}

/** Codes of undici, by whether there was a connection. */
const silences = new Map([
  ['UND_ERR_CONNECT_TIMEOUT', false],
  ['UND_ERR_HEADERS_TIMEOUT', true],
]);

/** @throws S3Refusal; S3Silence; errors of the connection */
export async function readFrom(
  reader: Pool,
  path: string,
  headers: Record<string, string>,
): Promise<StoreAnswer> {
  try {
    const answer = await reader.request({ method: 'GET', path, headers });
    const { statusCode, body } = answer;
    if (statusCode >= 300) throw refusalOf(statusCode, await body.text().catch(() => ''));
    body.on('error', () => {}); // undici tells it also to no one, of a body that is left
    return { statusCode, headers: answer.headers, body };
  } catch (error) {
    const wasReached = error instanceof errors.UndiciError ? silences.get(error.code) : undefined;
    throw wasReached === undefined ? error : new S3Silence((error as Error).message, wasReached);
  }
}

export interface StoreAnswer {
  statusCode: number;
  headers: IncomingHttpHeaders;
  body: Readable;
}

export type Transport = ReturnType<typeof createTransport>;

/** With time limits; refusals are errors whose bodies are read, so no connection is left half used. */
export function createTransport(secure: boolean, timeouts: Timeouts) {
  const open = secure ? https.request : http.request;
  return {
    request(options: RequestOptions, onAnswer: (answer: IncomingMessage) => void): ClientRequest {
      const request: ClientRequest = open({ ...options, timeout: timeouts.idleMs }, (answer) => {
        if ((answer.statusCode ?? 500) < 300) onAnswer(answer);
        else void refuse(request, answer);
      });
      limitConnecting(request, timeouts.connectMs);
      limitStillness(request, timeouts.idleMs);
      return request;
    },
  };
}

async function refuse(request: ClientRequest, answer: IncomingMessage): Promise<void> {
  request.emit('error', refusalOf(answer.statusCode ?? 0, await text(answer).catch(() => '')));
}

function refusalOf(status: number, body: string): S3Refusal {
  const { reason, message } = refusalIn(body) ?? { reason: '', message: '' };
  return new S3Refusal(status, reason, message);
}

/** In two halves: after a stall of this process, its timers fire before data that has arrived. */
function limitConnecting(request: ClientRequest, connectMs: number): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) return;
    const giveUp = () => request.destroy(new S3Silence(`No connection within ${connectMs} ms`, false));
    let timer = setTimeout(() => (timer = setTimeout(giveUp, connectMs / 2)), connectMs / 2);
    const done = () => clearTimeout(timer);
    socket.once('connect', done).once('close', done);
  });
}

function limitStillness(request: ClientRequest, idleMs: number): void {
  let answer: IncomingMessage | null = null;
  request.once('response', (given) => (answer = given));
  request.on('timeout', () => {
    if (isOurTurn(request, answer)) request.socket?.setTimeout(idleMs);
    else request.destroy(new S3Silence(`Nothing came from the store for ${idleMs} ms`, true));
  });
}

/** The body's sender or the answer's reader is slow. */
function isOurTurn(request: ClientRequest, answer: IncomingMessage | null): boolean {
  if (answer) return answer.readableLength > 0;
  return (
    !request.writableEnded && request.writableLength === 0 && (request.socket?.writableLength ?? 0) === 0
  );
}
