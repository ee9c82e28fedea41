import type { IncomingMessage } from 'node:http';
import { sameSecret, type KeyList } from '@skyshelf/tokens';

/** As found by the gateway. */
export interface CompanionCaller {
  drive: string;
  /** Of the access token; sign-ins at providers belong to it. */
  session: string;
}

export const DRIVE_HEADER = 'skyshelf-drive';
export const SESSION_HEADER = 'skyshelf-session';
const internal = /^Internal (.+)$/;

/**
 * null for anyone but the gateway, which proves itself by its own key, has checked the token and strips these
 * headers from clients. Bytes need a grant for storage.
 */
export function callerOf({ headers }: IncomingMessage, keys: KeyList): CompanionCaller | null {
  const key = internal.exec(headers.authorization ?? '')?.[1];
  if (key === undefined || !keys().some((each) => sameSecret(key, each))) return null;
  const { [DRIVE_HEADER]: drive, [SESSION_HEADER]: session } = headers;
  return typeof drive === 'string' && typeof session === 'string' ? { drive, session } : null;
}
