import type { Socket } from 'node:net';
import { Transform } from 'node:stream';
import { NotPublic } from './public-address.js';
import { hostOf, type OutboundRules } from './outbound-rules.js';

/** Shared by a proxy's connections. */
export interface ProxiedVisit extends Pick<OutboundRules, 'trusted' | 'resolve'> {
  budget: ByteBudget;
  refusedHosts?: readonly string[];
  /** Closes a socket after too long a silence, and with the proxy. */
  track(socket: Socket): void;
}

/** @throws NotPublic for a refused public name */
export function requireAllowedHost(url: URL, { refusedHosts = [] }: ProxiedVisit): void {
  const host = hostOf(url).replace(/\.$/, '');
  if (refusedHosts.some((each) => host === each || host.endsWith(`.${each}`)))
    throw new NotPublic(`${host} is not to be asked.`);
}

/** Shared by several streams. */
export class ByteBudget {
  constructor(
    private left: number,
    private readonly onSpent: () => void,
  ) {}

  /** Counts what flows through, and stops when the budget is used up. */
  counter(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _, done) => {
        const before = this.left;
        this.left -= chunk.length;
        if (this.left >= 0) return done(null, chunk);
        if (before >= 0) this.onSpent();
        return done(new Error('More bytes than are allowed.'));
      },
    });
  }
}
