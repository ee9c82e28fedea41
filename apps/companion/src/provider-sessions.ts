import type { IncomingMessage, ServerResponse } from 'node:http';
import { type KeyList, sameSecret } from '@skyshelf/tokens';
import { RecentEntries } from './recent-entries.js';
import type { SignInBridge } from './sign-in-bridge.js';

export interface CompanionCaller {
  drive: string;
  /** The access token's; provider sign-ins belong to it. */
  session: string;
}

const DRIVE_HEADER = 'skyshelf-drive';
const SESSION_HEADER = 'skyshelf-session';
const internal = /^Internal (.+)$/;

/**
 * null unless it is the gateway, with its key; it has checked the token and strips these headers from
 * clients. Bytes need a grant.
 */
export function callerOf({ headers }: IncomingMessage, keys: KeyList): CompanionCaller | null {
  const key = internal.exec(headers.authorization ?? '')?.[1];
  if (key === undefined || !keys().some((each) => sameSecret(key, each))) return null;
  const { [DRIVE_HEADER]: drive, [SESSION_HEADER]: session } = headers;
  return typeof drive === 'string' && typeof session === 'string' ? { drive, session } : null;
}

interface ProviderSession {
  /** It belongs to grant, Companion's sign-in library. */
  grant?: Record<string, unknown>;
  /** Companion's; browsers never get them. */
  cookies: Record<string, string>;
  waiting: Record<string, string>;
}

const MOST_DRIVES = 10_000;
const MOST_SESSIONS = 20;

/** By the access token's session; drops a drive's longest unused, whose user signs in again. */
export class ProviderSessions {
  private readonly drives = new RecentEntries<RecentEntries<ProviderSession>>(MOST_DRIVES);

  of({ drive, session }: CompanionCaller): ProviderSession {
    const own = this.drives.of(drive, () => new RecentEntries(MOST_SESSIONS));
    return own.of(session, () => ({ cookies: {}, waiting: {} }));
  }
}

interface ExpressMethods {
  redirect?: unknown;
  cookie?: unknown;
  clearCookie?: unknown;
}

const NAME = /^[\w-]{8,64}$/;
const PROVIDER = /^\/(dropbox|drive|onedrive)\/(connect|callback)$/;

/**
 * Companion's session and cookies, kept here so that browsers get no cookie. Also notes a sign-in's waiting
 * page and final token.
 */
export function withSession(
  { sessions, bridge }: { sessions: ProviderSessions; bridge: SignInBridge },
  caller: CompanionCaller,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const session = sessions.of(caller);
  Object.assign(request, { session, cookies: session.cookies });
  keepCookies(session, response);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://companion');
  const [, provider, step] = PROVIDER.exec(pathname) ?? [];
  if (!provider) return;
  const owner = caller.drive;
  const name = searchParams.get('authCallbackToken');
  if (step === 'connect' && name !== null && NAME.test(name)) {
    session.waiting[provider] = name;
    bridge.begin(name, owner);
  }
  if (step === 'callback')
    deliver(response, (token) => bridge.finish(session.waiting[provider] ?? '', owner, token));
}

/** Companion would put the token into a redirect's address; here the waiting page gets it. */
function deliver(response: ServerResponse & ExpressMethods, finish: (token: string | null) => void): void {
  response.redirect = (address: string) => {
    finish(new URL(address, 'http://companion').searchParams.get('uppyAuthToken'));
    const page = 'You are signed in. This window can be closed.';
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(page);
  };
  // Refused by the user, or the app's secret is wrong.
  response.once('finish', () => response.statusCode >= 400 && finish(null));
}

/** The methods shadow those on Express' prototype. */
function keepCookies({ cookies }: ProviderSession, response: ServerResponse & ExpressMethods): void {
  response.cookie = (name: string, value: string) => {
    cookies[name] = value;
    return response;
  };
  response.clearCookie = (name: string) => {
    delete cookies[name];
    return response;
  };
}
