import type { IncomingMessage } from 'node:http';
import { sameSecret, type KeyList } from '@skyshelf/tokens';

/** Who sent a request, as the gateway found. */
export interface CompanionCaller {
  drive: string;
  /** Of the access token: what a sign-in at a provider belongs to. */
  session: string;
}

export const DRIVE_HEADER = 'skyshelf-drive';
export const SESSION_HEADER = 'skyshelf-session';
const internal = /^Internal (.+)$/;

/**
 * Who calls; null for anyone but the gateway. Its own key shows that it is the gateway, which has checked the token and takes these headers out of what clients
 * send. There is nothing of a user's here that a token would have to open: bytes go to storage under a leave.
 */
export function callerOf({ headers }: IncomingMessage, keys: KeyList): CompanionCaller | null {
  const key = internal.exec(headers.authorization ?? '')?.[1];
  if (key === undefined || !keys().some((each) => sameSecret(key, each))) return null;
  const { [DRIVE_HEADER]: drive, [SESSION_HEADER]: session } = headers;
  return typeof drive === 'string' && typeof session === 'string' ? { drive, session } : null;
}
