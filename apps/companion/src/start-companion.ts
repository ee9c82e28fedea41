import { hkdfSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits, storageCalls } from '@skyshelf/contracts';
import { KEEP_ALIVE_MS, RequestsInFlight } from '@skyshelf/http';
import { ask, createPeers, httpLink } from '@skyshelf/peers';
import type { Logger } from '@skyshelf/telemetry';
import type { KeyList } from '@skyshelf/tokens';
import {
  type CompanionConfig,
  type CompanionProcessConfig,
  configuredSources,
  hintsOf,
} from './companion.config.js';
import { companionApp } from './companion-app.js';
import { FetchedAddresses, type FetchRules } from './fetched-addresses.js';
import { GRANT_HEADER } from './import-requests.js';
import { listenAt } from './listen-at.js';
import { ProviderSessions } from './provider-sessions.js';
import { serveRequest, type ServingDeps, Turns } from './serve-requests.js';
import { serveSockets } from './serve-sockets.js';
import { SignInBridge } from './sign-in-bridge.js';
import { openUploadRelay } from './upload-relay.js';

interface CompanionOptions {
  config: CompanionConfig;
  process: Pick<CompanionProcessConfig, 'listen' | 'storage'> & { publicUrl: string };
  keys: KeyList;
  logger: Logger;
  /** Default: public servers alone. */
  rules?: FetchRules;
}

interface RunningCompanion {
  /** Makes it not ready, while it still answers. */
  leave(): void;
  /** Resolves when idle, or after that time. */
  finish(withinMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Storage takes a file of 500 MiB before it answers. */
const STORAGE_TIMEOUT_MS = 60 * 60_000;

export async function startCompanion(options: CompanionOptions): Promise<RunningCompanion> {
  const { config, keys, logger, rules = { trusted: new Set() } } = options;
  const { listen, storage, publicUrl } = options.process;
  const link = httpLink(storage, { headersTimeoutMs: STORAGE_TIMEOUT_MS, names: { logger } });
  const peers = createPeers({ internalKeys: keys, linkTo: (name) => (name === 'storage' ? link : null) });
  const work = new RequestsInFlight();
  const leg = await openUploadRelay(peers, logger, work);
  const folder = await mkdtemp(join(tmpdir(), 'skyshelf-companion-'));
  const fetched = new FetchedAddresses();
  const bridge = new SignInBridge(() => performance.now());
  const { allowed } = leg;
  const app = companionApp({ config, publicUrl, folder, allowed, fetched, secret: secretOf(keys) });
  const sessions = new ProviderSessions();
  const turns = new Turns(limits.parallelUploads);
  const giveUp: ServingDeps['giveUp'] = ({ headers }) => {
    const body = { grant: headers[GRANT_HEADER] };
    ask(peers, storageCalls.failImport, { body }).catch((error: unknown) =>
      logger.warn({ err: error }, 'room kept for a file that did not come stays for a while'),
    );
  };
  const deps = { app, config, keys, leg, fetched, rules, sessions, bridge, logger, giveUp, turns, work };
  const server = createServer({ requestTimeout: 60_000 }, (request, response) => {
    void serveRequest(deps, request, response);
  });
  // Closed before the gateway's, a kept connection would cost it a call.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('upgrade', serveSockets(deps));
  await listenAt(server, listen);
  for (const hint of hintsOf(configuredSources(config))) logger.info(hint);
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await leg.close();
    await link.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { leave: () => work.leave(), finish: async (withinMs) => void (await work.drain(withinMs)), close };
}

/** Reveals nothing of the key. */
const secretOf = (keys: KeyList): string =>
  Buffer.from(hkdfSync('sha256', keys()[0] ?? '', '', 'skyshelf companion v1', 32)).toString('base64url');
