import { DomainError, type RouteContract } from '@skyshelf/contracts';
import { requireOpen } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyRequest } from 'fastify';
import type { Gateway } from '../application/gateway.js';
import { clientAddress } from '../domain/client.js';
import { presentedToken } from '../domain/presented-token.js';
import type { RateLimiter } from './rate-limiter.js';

/** The error carries the time after which to come back. */
export class RateLimited extends DomainError {
  constructor(readonly waitMs: number) {
    super('rate.limited');
  }
}

export type EntryChecks = Pick<RouteContract, 'access' | 'rate' | 'opens' | 'right'>;
/** A WebSocket's is none of Fastify's. */
export type CheckedRequest = Pick<FastifyRequest, 'headers' | 'method'> & {
  raw: Pick<FastifyRequest['raw'], 'socket'>;
};

export interface Checked {
  address: string;
  token: string | null;
  caller: Caller | null;
}

export interface ClientCheckOptions {
  cookieName: string;
  trustedProxies: number;
  unlimitedAddresses: ReadonlySet<string>;
  isAdmin(sub: string): boolean;
}

/** Rate limits, a valid token, an unended session. */
export class ClientCheck {
  constructor(
    private readonly gateway: Pick<Gateway, 'tokens' | 'revoked' | 'uses'>,
    private readonly limiter: RateLimiter,
    private readonly options: ClientCheckOptions,
  ) {}

  /** @throws DomainError `rate.limited`, `auth.*`, `access.denied`, `session.unknown` */
  async run(contract: EntryChecks, request: CheckedRequest): Promise<Checked> {
    const address = this.#addressOf(request);
    const limited = this.#limitAddress(contract, address);
    const token = presentedToken({
      access: contract.access,
      method: request.method,
      authorization: request.headers.authorization,
      cookie: request.headers.cookie,
      cookieName: this.options.cookieName,
    });
    if (!token) return { address, token: null, caller: null };
    const caller = await this.#callerOf(token);
    requireOpen(contract, caller);
    if (contract.access === 'admin' && !this.options.isAdmin(caller.sub))
      throw new DomainError('access.denied');
    // A link's visitors use up nothing of its owner's, and no session is theirs.
    const isVisitor = caller.scope?.roots !== undefined;
    if (limited) refuseAfter(this.limiter.byAccount(contract.rate, isVisitor ? caller.sid : caller.drive));
    if (!isVisitor) this.gateway.uses.seen(caller.sid);
    return { address, token, caller };
  }

  #addressOf({ headers, raw }: CheckedRequest): string {
    const forwarded = String(headers['x-forwarded-for'] ?? '');
    return clientAddress(raw.socket.remoteAddress, forwarded, this.options.trustedProxies);
  }

  /** @returns whether limits count for this client */
  #limitAddress(contract: EntryChecks, address: string): boolean {
    if (this.options.unlimitedAddresses.has(address)) return false;
    refuseAfter(this.limiter.byAddress(contract.rate, address));
    return true;
  }

  async #callerOf(token: string): Promise<Caller> {
    const { tokens, revoked } = this.gateway;
    const caller = await tokens.verify(token);
    if (revoked.stale) throw new DomainError('session.unknown');
    if (revoked.has(caller.sid)) throw new DomainError('auth.revoked');
    return caller;
  }
}

function refuseAfter(waitMs: number): void {
  if (waitMs > 0) throw new RateLimited(waitMs);
}
