import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CompanionCaller } from './callers.js';
import type { ProviderSession, ProviderSessions } from './provider-sessions.js';
import type { SignInBridge } from './sign-in-bridge.js';

/** Express gives a response these. */
interface ExpressMethods {
  redirect?: unknown;
  cookie?: unknown;
  clearCookie?: unknown;
}

const NAME = /^[\w-]{8,64}$/;
const PROVIDER = /^\/(dropbox|drive|onedrive)\/(connect|callback)$/;

/**
 * Gives a request what Companion expects of a session and of cookies. Both are kept here by the session of the access token, so that the browser has no cookie more.
 * It also watches a sign-in: under which name its page waits, and with which token it ends.
 */
export function withSession(
  { sessions, bridge }: { sessions: ProviderSessions; bridge: SignInBridge },
  caller: CompanionCaller,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const session = sessions.of(caller.session);
  Object.assign(request, { session, cookies: session.cookies });
  keepCookies(session, response);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://companion');
  const [, provider, step] = PROVIDER.exec(pathname) ?? [];
  if (!provider) return;
  const owner = caller.drive;
  const name = searchParams.get('authCallbackToken');
  if (step === 'connect' && name !== null && NAME.test(name)) session.waiting[provider] = name;
  if (step === 'callback')
    deliver(response, (token) => bridge.finish(session.waiting[provider] ?? '', owner, token));
}

/**
 * The end of a sign-in. Companion would send the window on to an address with the token in it; here it goes to the page that waits, and the window says that it can
 * be closed.
 */
function deliver(response: ServerResponse & ExpressMethods, finish: (token: string | null) => void): void {
  response.redirect = (address: string) => {
    finish(new URL(address, 'http://companion').searchParams.get('uppyAuthToken'));
    const page = 'You are signed in. This window can be closed.';
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(page);
  };
  // The user said no, or the app's secret is wrong.
  response.once('finish', () => response.statusCode >= 400 && finish(null));
}

/** Express sets its own methods on the response's prototype; these stand before them. */
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
