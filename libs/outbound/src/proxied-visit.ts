import type { Socket } from 'node:net';
import type { ByteBudget } from './byte-budget.js';
import { NotPublic } from './not-public.js';
import { hostOf, type OutboundRules } from './outbound-rules.js';

/** What the connections of one proxy have in common. */
export interface ProxiedVisit extends Pick<OutboundRules, 'trusted' | 'resolve'> {
  budget: ByteBudget;
  refusedHosts?: readonly string[];
  /** Closes a socket when it is silent for too long, and with the proxy. */
  track(socket: Socket): void;
}

/** @throws NotPublic for a name that is refused though it is public */
export function requireWanted(url: URL, { refusedHosts = [] }: ProxiedVisit): void {
  const host = hostOf(url).replace(/\.$/, '');
  if (refusedHosts.some((each) => host === each || host.endsWith(`.${each}`)))
    throw new NotPublic(`${host} is not to be asked.`);
}
