/** What Companion keeps of a user while he or she signs in at a provider, and after. */
export interface ProviderSession {
  /** What grant, Companion's library for sign-ins, remembers between its steps. */
  grant?: Record<string, unknown>;
  /** Cookies that Companion sets: they stay here, so that the browser never has them. */
  cookies: Record<string, string>;
  /** By provider: the name under which the page waits for the token. */
  waiting: Record<string, string>;
}

const MOST = 10_000;

/** By the session of the access token; the one longest unused is forgotten first, and its user signs in at the provider once more. */
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
