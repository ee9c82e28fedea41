import { once } from 'node:events';
import { createServer, type Server, type ServerResponse, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { launchSkyshelf, undeclaredRefusals, type LaunchedSkyshelf } from '@skyshelf/testing';
import { unlimitedRates } from '../unlimited-rates.js';
import { failLate } from './late-failures.js';
import { SHARED_DOOR } from './shared-skyshelf.js';

/** The titles of a playlist's videos, by its id. */
const playlists: Readonly<Record<string, readonly string[]>> = {
  PLskyshelf_sample: ['First steps', 'First steps', 'Private video', 'Going on'],
  PLskyshelf_empty: [],
};

/** Settings of a product whose questions about links go to this host, not to the real providers. */
const askingHere = (host: string): Record<string, string> => ({
  CATALOG_PLAYLIST_KEY: 'a key of tests',
  CATALOG_LOOKUP_PROVIDER: `http://${host}`,
  CATALOG_LOOKUP_TRUSTED: host,
});

/** Answers in place of the providers of videos; false for what is no question about a video. */
function answerAsProvider({ url = '' }: IncomingMessage, response: ServerResponse): boolean {
  const { pathname, searchParams } = new URL(url, 'http://provider');
  if (pathname.includes('/oembed')) response.end(JSON.stringify({ title: 'A video' }));
  else if (pathname.endsWith('/playlistItems')) {
    const titles = playlists[searchParams.get('playlistId') ?? ''];
    response.writeHead(titles ? 200 : 404).end(JSON.stringify({ items: titles?.map(itemOf) }));
  } else return false;
  return true;
}

const itemOf = (title: string, index: number) => ({
  snippet: { title, resourceId: { videoId: `skyshelf-${String(index).padStart(2, '0')}` } },
});

/** No test here is about how long a start takes, and others may keep the machine busy. */
const START_MS = 200_000;

/**
 * Starts the product, unless SKYSHELF_E2E_RUNNING says where one runs, when the first test of the run asks
 * for it. Stopped by DELETE and at the end of the run by what this returns, after a last look at what it has
 * answered: a refusal that the contract of its route does not list fails the run, whichever test met it.
 */
export async function shareProduct(): Promise<() => Promise<void>> {
  let launched: Promise<LaunchedSkyshelf> | undefined;
  const server = createServer((request, response) => {
    if (answerAsProvider(request, response)) return;
    if (request.method === 'DELETE') void stop().finally(() => response.end());
    else if (running) response.end(running);
    else void tell(launch(), response);
  }).listen(0, '127.0.0.1');
  // A start as a cluster on a busy machine takes its time.
  server.requestTimeout = 0;
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { ...unlimitedRates, ADMIN_SUBS: 'local|admin', ...askingHere(host) };
  const running = process.env.SKYSHELF_E2E_RUNNING;
  const launch = () => (launched ??= launchSkyshelf({ env, readyWithinMs: START_MS }));
  process.env[SHARED_DOOR] = `http://${host}/`;
  const stop = async () => {
    const skyshelf = await launched?.catch(() => undefined);
    launched = undefined;
    if (!skyshelf) return;
    try {
      failLate('undeclared-refusals', await undeclaredRefusals(skyshelf));
    } finally {
      await skyshelf.dispose();
    }
  };
  return async () => {
    await close(server);
    await stop();
  };
}

async function tell(launching: Promise<LaunchedSkyshelf>, response: ServerResponse): Promise<void> {
  try {
    const { url, dataFolder } = await launching;
    response.end(JSON.stringify({ url, dataFolder }));
  } catch (error) {
    response.writeHead(500).end(`The shared product did not start: ${String(error)}`);
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
