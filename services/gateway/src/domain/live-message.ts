import type { JobProgressed } from '@skyshelf/contracts';

/** Versions behind which a page lists its folder again instead of asking for each change. */
export const TOO_FAR_BEHIND = 1000;

/** A comment line: keeps proxies from closing a quiet connection, and shows that a peer is gone. */
export const HEARTBEAT = ': still here\n\n';

/** Sent first: how soon the browser comes back after a cut (milliseconds). */
export const GREETING = 'retry: 1000\n\n';

/**
 * Sent last when this gateway stops: another one is there, so the browser comes back at once.
 * @param share from 0 to 1; other for each page, so that not all come in the same moment
 */
export const farewell = (share: number): string => `retry: ${Math.round(20 + share * 230)}\n\n`;

/**
 * One event of the stream (HTML Living Standard §9.2): its id is the version of the drive, so a browser that comes back says by itself how far it is.
 * @param since the version that the page has seen, if it said so
 */
export function liveMessage(version: number, since: number | null): string {
  const resync = since !== null && (version - since > TOO_FAR_BEHIND || since > version);
  return `id: ${version}\ndata: ${JSON.stringify(resync ? { version, resync } : { version })}\n\n`;
}

/** One event `job`: how far a job is. It has no id, so a browser that comes back asks for nothing of it. */
export const progressMessage = ({ elementId, kind, percent }: JobProgressed): string =>
  `event: job\ndata: ${JSON.stringify({ _id: elementId, kind, percent })}\n\n`;
