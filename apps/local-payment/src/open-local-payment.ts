import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { StoredPlan } from '@skyshelf/contracts';
import { isLocalUrl } from '@skyshelf/local-identity';
import type { Logger } from '@skyshelf/telemetry';
import { deliver } from './delivery.js';
import { Ledger } from './ledger.js';
import { LocalProvider, type Answered } from './local-provider.js';
import { contentPolicy } from './page.js';

export interface LocalPaymentOptions {
  publicUrl: string;
  /** Whether a real provider is set up. */
  others: boolean;
  receiver: string;
  file: string;
  /** Called when the product runs. */
  plans(): Promise<readonly StoredPlan[]>;
  logger: Logger;
}

export interface LocalPayment {
  /** null when it does not run. */
  url: string | null;
  close(): Promise<void>;
}

const MOST_BYTES = 256 * 1024;

/** On a free loopback port, unless a real provider is set up or the page can be reached from elsewhere. */
export async function openLocalPayment(options: LocalPaymentOptions): Promise<LocalPayment> {
  const { publicUrl, others, file, logger } = options;
  if (others || !isLocalUrl(publicUrl)) return { url: null, close: async () => {} };
  const ending = new AbortController();
  const to = `${publicUrl}/api/payment/ipn`;
  const provider = new LocalProvider({
    ...options,
    ledger: new Ledger(file, randomBytes(5).toString('hex')),
    now: () => new Date(),
    deliver: (messages, how) =>
      void deliver(messages, how, { to, logger, signal: ending.signal }).catch((error: unknown) => {
        if (!ending.signal.aborted) logger.error({ err: error }, 'messages about a payment are lost');
      }),
  });
  const server = createServer();
  const url = await listen(server);
  server.on('request', (request, response) => {
    answerTo(provider, request, url)
      .then((answer) => send(response, answer, publicUrl))
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'the stand-in for payments could not answer');
        send(response, { status: 503, text: 'Try again in a moment.' }, publicUrl);
      });
  });
  return {
    url,
    close: async () => {
      ending.abort();
      await close(server);
    },
  };
}

async function answerTo(provider: LocalProvider, request: IncomingMessage, url: string): Promise<Answered> {
  // Against foreign names that point here.
  if (request.headers.host !== new URL(url).host) return { status: 421, text: 'Not here.' };
  const path = request.url?.split('?', 1)[0];
  if (request.method === 'GET') return path === '/' ? provider.list() : notFound;
  if (request.method !== 'POST') return notFound;
  if (!(Number(request.headers['content-length']) <= MOST_BYTES)) return { status: 413, text: 'Too much.' };
  const body = await buffer(request);
  if (path === '/verify') return provider.verify(body);
  const form = new URLSearchParams(body.toString());
  if (path === '/pay') return provider.ask(form);
  // Against other sites' forms.
  if (![undefined, url].includes(request.headers.origin)) return { status: 403, text: 'Not from there.' };
  if (path === '/subscribe') return provider.subscribe(form);
  return path === '/change' ? provider.change(form) : notFound;
}

const notFound: Answered = { status: 404, text: 'There is nothing here.' };

function send(response: ServerResponse, { status, html, text, to }: Answered, publicUrl: string): void {
  response
    .writeHead(status, {
      'content-type': html === undefined ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
      'content-security-policy': contentPolicy(publicUrl),
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      ...(to !== undefined && { location: to }),
    })
    .end(html ?? text);
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
