import { DomainError } from '@skyshelf/contracts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestsInFlight } from '@skyshelf/http';
import type { Logger } from '@skyshelf/telemetry';
import type { KeyList } from '@skyshelf/tokens';
import { answerJson, answerRefusal, readJson } from './answers.js';
import { callerOf, type CompanionCaller, type ProviderSessions, withSession } from './provider-sessions.js';
import { COMPANION_PATH, type CompanionApp } from './companion-app.js';
import { companionRoute } from './companion-routes.js';
import { type CompanionConfig, configuredNames, configuredSources } from './companion.config.js';
import {
  type FetchedAddresses,
  type FetchRules,
  openAddress,
  type OpenedAddress,
} from './fetched-addresses.js';
import { askedUrl, type UploadRelay, uploadRequest, type UploadRequest } from './import-requests.js';
import type { SignInBridge } from './sign-in-bridge.js';

/** Limits concurrent work for each owner. */
export class Turns {
  private readonly taken = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** @returns releases it, repeatably. @throws DomainError `rate.limited` */
  take(owner: string): () => void {
    const before = this.taken.get(owner) ?? 0;
    if (before >= this.most) throw new DomainError('rate.limited');
    this.taken.set(owner, before + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.taken.get(owner) ?? 1) - 1;
      if (left > 0) this.taken.set(owner, left);
      else this.taken.delete(owner);
    };
  }
}

export interface ServingDeps {
  app: CompanionApp;
  config: CompanionConfig;
  keys: KeyList;
  leg: UploadRelay;
  fetched: FetchedAddresses;
  rules: FetchRules;
  /** Limits a user's concurrent fetches. */
  turns: Turns;
  sessions: ProviderSessions;
  bridge: SignInBridge;
  work: RequestsInFlight;
  logger: Logger;
  /** Releases a failed import's reservation. */
  giveUp(upload: UploadRequest): void;
}

const SOURCES = '/sources';

/** Depends on no one: ready until it leaves. */
const PROBES = /^\/health\/(live|started|ready)$/;

/** Handles a request and never throws. */
export async function serveRequest(
  deps: ServingDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (request.method === 'GET' && PROBES.test(request.url ?? ''))
      return answerProbe(response, deps.work.leaving && request.url === '/health/ready');
    deps.work.begin();
    response.once('close', () => deps.work.end());
    if (deps.work.leaving) response.setHeader('connection', 'close');
    const caller = callerOf(request, deps.keys);
    if (!caller) throw new DomainError('access.denied');
    await answer(deps, caller, request, response);
  } catch (error) {
    const refusal = error instanceof DomainError ? error : new DomainError('internal', { cause: error });
    if (refusal.code === 'internal') deps.logger.error({ err: error }, 'Companion could not answer');
    answerRefusal(response, refusal);
  }
}

const answerProbe = (response: ServerResponse, isLeaving: boolean) =>
  answerJson(response, isLeaving ? 503 : 200, { status: isLeaving ? 'leaving' : 'ok' });

async function answer(
  deps: ServingDeps,
  caller: CompanionCaller,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://companion');
  if (pathname === SOURCES) return answerJson(response, 200, configuredSources(deps.config));
  const path = pathname.startsWith(`${COMPANION_PATH}/`) ? pathname.slice(COMPANION_PATH.length) : '';
  const call = `${request.method} ${path}`;
  if (call === 'POST /url/meta') return describeAddress(deps, caller, request, response);
  if (call === 'POST /url/get') return bringAddress(deps, caller, request, response);
  const route = companionRoute(call, configuredNames(deps.config));
  if (route === null) throw new DomainError('route.not-found');
  if (route === 'upload') {
    const body = uploadRequest(await readJson(request), deps.leg);
    Object.assign(request, { body, _body: true });
    response.once('finish', () => response.statusCode >= 400 && deps.giveUp(body));
  }
  // Express reads `originalUrl`; Companion's sign-in steps need it.
  Object.assign(request, { originalUrl: request.url });
  request.url = (request.url ?? '').slice(COMPANION_PATH.length);
  withSession(deps, caller, request, response);
  deps.app.handle(request, response);
}

async function describeAddress(
  deps: ServingDeps,
  caller: CompanionCaller,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { body, ...facts } = await open(deps, caller, askedUrl(await readJson(request)));
  body.destroy();
  answerJson(response, 200, facts);
}

/** Opened here, so that failures get our words. */
async function bringAddress(
  deps: ServingDeps,
  caller: CompanionCaller,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = await readJson(request);
  const body = uploadRequest(asked, deps.leg);
  const { body: stream, size } = await open(deps, caller, askedUrl(asked)).catch((error: unknown) => {
    deps.giveUp(body);
    throw error;
  });
  const id = deps.fetched.add({ stream, size: size ?? undefined });
  // It may end without a page following.
  stream.once('close', () => stream.readableEnded || deps.giveUp(body));
  response.once('close', () => response.writableFinished || stream.destroy());
  Object.assign(request, { body, _body: true, session: {} });
  request.url = `/url/get/${id}`;
  deps.app.handle(request, response);
}

/** In a user's turn, held until the bytes end. */
async function open(
  { config, rules, turns }: ServingDeps,
  { drive }: CompanionCaller,
  url: string,
): Promise<OpenedAddress> {
  requireUrlSource(config);
  const giveBack = turns.take(drive);
  try {
    const opened = await openAddress(url, rules);
    opened.body.once('close', giveBack);
    return opened;
  } catch (error) {
    giveBack();
    throw error;
  }
}

function requireUrlSource(config: CompanionConfig): void {
  if (!config.sources.includes('url')) throw new DomainError('route.not-found');
}
