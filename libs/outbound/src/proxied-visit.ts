import type { Socket } from 'node:net';
import type { ByteBudget } from './byte-budget.js';
import { NotPublic } from './not-public.js';
import { hostOf, type OutboundRules } from './outbound-rules.js';

/** Shared by a proxy's connections. */
export interface ProxiedVisit extends Pick<OutboundRules, 'trusted' | 'resolve'> {
  budget: ByteBudget;
  refusedHosts?: readonly string[];
  /** Closes a socket after too long a silence, and with the proxy. */
  track(socket: Socket): void;
}

/** @throws NotPublic for a refused public name */
export function requireWanted(url: URL, { refusedHosts = [] }: ProxiedVisit): void {
  const host = hostOf(url).replace(/\.$/, '');
  if (refusedHosts.some((each) => host === each || host.endsWith(`.${each}`)))
    throw new NotPublic(`${host} is not to be asked.`);
}
