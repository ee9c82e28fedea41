import type { JobProgressed } from '@skyshelf/contracts';

/** Further behind, a page lists its folder again. */
export const TOO_FAR_BEHIND = 1000;

/** Keeps proxies from closing a quiet connection, and reveals lost peers. */
export const HEARTBEAT = ': still here\n\n';

/** Sent first: reconnect delay, milliseconds. */
export const GREETING = 'retry: 1000\n\n';

/**
 * Makes browsers reconnect to another gateway when this one stops.
 * @param share 0 to 1; spreads the pages
 */
export const reconnectMessage = (share: number): string => `retry: ${Math.round(20 + share * 230)}\n\n`;

/** HTML Living Standard §9.2; its id is the drive's version, so a reconnecting browser says how far it is. */
export function liveMessage(version: number, since: number | null): string {
  const resync = since !== null && (version - since > TOO_FAR_BEHIND || since > version);
  return `id: ${version}\ndata: ${JSON.stringify(resync ? { version, resync } : { version })}\n\n`;
}

/** Without an id, so that a reconnecting browser asks for nothing of it. */
export const progressMessage = ({ elementId, kind, percent }: JobProgressed): string =>
  `event: job\ndata: ${JSON.stringify({ _id: elementId, kind, percent })}\n\n`;
