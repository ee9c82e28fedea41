import { DomainError, scopeSid, type AccessScope, type OpenShare } from '@skyshelf/contracts';
import { LRUCache } from 'lru-cache';
import { grantAccess } from '../grant-access.js';
import { RefusedFor, type Visit, type VisitDeps } from './visit-deps.js';

/** The greatest age of what is known of a link, milliseconds: another gateway's revocation is followed as soon. */
export const KNOWN_MS = 500;
/** Shorter than the token's own life, so that none ends during a request. */
const TOKEN_MS = 10 * 60_000;
const RENEWED_MS = 5 * 60_000;
/** Catalog may be away for so long before what is being sent is cut. */
const MAX_UNKNOWN_MS = 60_000;
const REMEMBERED = 10_000;
const SENDERS = 1_000;

/** A response under way. */
export interface SentBytes {
  /** Grows. */
  sent(): number;
  cut(): void;
}

interface Known {
  share: OpenShare | null;
  sentToday: number;
  at: number;
}

/** A visitor's request is made with this token. */
export interface Entry {
  share: OpenShare;
  token: string;
}

/** Links that have visitors here. */
export class OpenLinks {
  readonly #links = new LRUCache<string, OpenLink>({ max: REMEMBERED });
  readonly #unsubscribe: () => void;

  constructor(private readonly deps: VisitDeps) {
    this.#unsubscribe = deps.gateway.revoked.onRevoked((sid) => {
      for (const link of this.#links.values()) if (link.sid === sid) link.revoke();
    });
  }

  /** @throws DomainError `share.not-found`, `share.traffic-used-up` */
  enter(visit: Visit): Promise<Entry> {
    return this.#of(visit).enter(visit);
  }

  /** Its bytes count, and it ends with the link. @returns call it when the response has ended */
  follow(visit: Visit, response: SentBytes): () => void {
    return this.#of(visit).follow(visit, response);
  }

  close(): void {
    this.#unsubscribe();
    for (const link of this.#links.values()) link.close();
  }

  #of({ drive, id }: Visit): OpenLink {
    const key = `${drive}:${id}`;
    const known = this.#links.get(key);
    if (known) return known;
    const link = new OpenLink(this.deps, { drive, id });
    this.#links.set(key, link);
    return link;
  }
}

class OpenLink {
  #known: Known | null = null;
  /** The highest generation of visits that came here, and when its first came. */
  #generation = -1;
  #since = 0;
  #asking: Promise<Known> | null = null;
  readonly #tokens = new LRUCache<string, { token: string; until: number }>({ max: SENDERS });
  /** Sent and not reported yet. */
  #unreported = 0;
  readonly #responses = new Map<SentBytes, { generation: number; counted: number }>();
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly deps: VisitDeps,
    private readonly link: Pick<Visit, 'drive' | 'id'>,
  ) {}

  get sid(): string | null {
    const share = this.#known?.share;
    return share ? sidOf(share) : null;
  }

  async enter({ generation, visitor }: Visit): Promise<Entry> {
    const now = this.deps.gateway.clock.now();
    if (generation > this.#generation) {
      this.#generation = generation;
      this.#since = now.getTime();
    }
    const { share, sentToday } = await this.#fresh();
    if (!share || share.generation !== generation || this.#isRevoked(share))
      throw new DomainError('share.not-found');
    if (sentToday >= this.deps.dailyBytes) {
      this.deps.onTrafficUsedUp();
      throw trafficUsedUp(now);
    }
    try {
      return { share, token: await this.#tokenFor(share, visitor, now) };
    } catch (error) {
      if (error instanceof DomainError) throw new DomainError('share.not-found', { cause: error });
      throw error;
    }
  }

  follow({ generation }: Visit, response: SentBytes): () => void {
    this.#responses.set(response, { generation, counted: response.sent() });
    this.#tick();
    return () => {
      this.#count();
      this.#responses.delete(response);
    };
  }

  revoke(): void {
    this.#known = null;
    for (const response of this.#responses.keys()) response.cut();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  #isRevoked(share: OpenShare): boolean {
    return this.deps.gateway.revoked.has(sidOf(share));
  }

  async #fresh(): Promise<Known> {
    const now = this.deps.gateway.clock.now().getTime();
    if (this.#known && this.#known.at >= this.#since && now - this.#known.at < KNOWN_MS) return this.#known;
    const known = await this.#ask();
    // The call may have been under way when the link went on after a pause, and its visits began.
    return known.at >= this.#since ? known : this.#ask();
  }

  #ask(): Promise<Known> {
    this.#asking ??= this.#watch().finally(() => (this.#asking = null));
    return this.#asking;
  }

  /** The answer is as old as the beginning of the call. */
  async #watch(): Promise<Known> {
    const { shares, gateway } = this.deps;
    const { drive, id } = this.link;
    const at = gateway.clock.now().getTime();
    this.#count();
    const sent = this.#unreported;
    this.#unreported = 0;
    try {
      const [watched, account] = await Promise.all([
        shares.watch(drive, id, sent),
        gateway.accounts.ofDrive(drive),
      ]);
      const share = account?.state === 'open' ? watched.share : null;
      this.#known = { ...watched, share, at };
    } catch (error) {
      this.#unreported += sent;
      throw error;
    }
    this.#cutClosed(this.#known);
    return this.#known;
  }

  #cutClosed({ share, sentToday }: Known): void {
    const isUsedUp = sentToday >= this.deps.dailyBytes;
    for (const [response, { generation }] of this.#responses)
      if (isUsedUp || share?.generation !== generation) response.cut();
  }

  #cutUnknown(): void {
    const age = this.deps.gateway.clock.now().getTime() - (this.#known?.at ?? 0);
    if (age > MAX_UNKNOWN_MS) this.revoke();
  }

  #count(): void {
    for (const [response, state] of this.#responses) {
      const sent = response.sent();
      this.#unreported += sent - state.counted;
      state.counted = sent;
    }
  }

  /** Asks again as long as something is being sent, or is not reported. */
  #tick(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#ask()
        .catch(() => this.#cutUnknown())
        .finally(() => {
          if (this.#responses.size > 0 || this.#unreported > 0) this.#tick();
        });
    }, KNOWN_MS).unref();
  }

  async #tokenFor(share: OpenShare, visitor: string, now: Date): Promise<string> {
    const { drive, expires } = share;
    const scope = scopeOf(share, visitor);
    const of = JSON.stringify(scope);
    const known = this.#tokens.get(of);
    if (known && known.until > now.getTime()) return known.token;
    const left = expires === null ? Infinity : Date.parse(expires) - now.getTime();
    const { token } = await grantAccess(this.deps.gateway, drive, scope, Math.min(TOKEN_MS, left));
    this.#tokens.set(of, { token, until: now.getTime() + Math.min(RENEWED_MS, left) });
    return token;
  }
}

/** All who see a link share a token; each sender has their own. */
function scopeOf({ id, generation, roots, download, receives }: OpenShare, visitor: string): AccessScope {
  const of = { roots, id, generation };
  if (receives) return { kind: 'drop', rights: ['add'], ...of, visitor };
  return { kind: 'share', rights: download ? ['list', 'view', 'download'] : ['list', 'view'], ...of };
}

export const kindOfLink = ({ receives }: Pick<OpenShare, 'receives'>): 'share' | 'drop' =>
  receives ? 'drop' : 'share';

const sidOf = (share: OpenShare): string => scopeSid({ ...share, kind: kindOfLink(share) });

/** The day is that of UTC. */
function trafficUsedUp(now: Date): DomainError {
  const tomorrow = new Date(now);
  tomorrow.setUTCHours(24, 0, 0, 0);
  const message = `So much was downloaded by this link today that it rests until ${tomorrow.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
  return new RefusedFor('share.traffic-used-up', tomorrow.getTime() - now.getTime(), message);
}
