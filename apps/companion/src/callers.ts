import type { IncomingMessage } from 'node:http';
import { sameSecret, type KeyList } from '@skyshelf/tokens';

/** As found by the gateway. */
export interface CompanionCaller {
  drive: string;
  /** The access token's; provider sign-ins belong to it. */
  session: string;
}

export const DRIVE_HEADER = 'skyshelf-drive';
export const SESSION_HEADER = 'skyshelf-session';
const internal = /^Internal (.+)$/;

/**
 * null unless it is the gateway, with its key; it has checked the token and strips these headers from
 * clients. Bytes need a grant.
 */
export function callerOf({ headers }: IncomingMessage, keys: KeyList): CompanionCaller | null {
  const key = internal.exec(headers.authorization ?? '')?.[1];
  if (key === undefined || !keys().some((each) => sameSecret(key, each))) return null;
  const { [DRIVE_HEADER]: drive, [SESSION_HEADER]: session } = headers;
  return typeof drive === 'string' && typeof session === 'string' ? { drive, session } : null;
}
