/** During and after a user's sign-in at a provider. */
export interface ProviderSession {
  /** Of grant, Companion's sign-in library. */
  grant?: Record<string, unknown>;
  /** Companion's cookies, which the browser never gets. */
  cookies: Record<string, string>;
  /** By provider: the name under which the page waits for the token. */
  waiting: Record<string, string>;
}

const MOST = 10_000;

/** By the access token's session; the longest unused is dropped first, and its user signs in again. */
export class ProviderSessions {
  private readonly sessions = new Map<string, ProviderSession>();

  of(session: string): ProviderSession {
    const known = this.sessions.get(session) ?? { cookies: {}, waiting: {} };
    this.sessions.delete(session);
    this.sessions.set(session, known);
    const oldest = this.sessions.keys().next().value;
    if (this.sessions.size > MOST && oldest !== undefined) this.sessions.delete(oldest);
    return known;
  }
}
