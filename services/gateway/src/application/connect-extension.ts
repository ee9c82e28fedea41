import { createHash } from 'node:crypto';
import { DomainError } from '@skyshelf/contracts';
import { sameSecret, type Caller } from '@skyshelf/tokens';
import { CONNECTION_MS, type ConnectionOffer, type SessionOrigin } from '../domain/session.js';
import type { Gateway } from './gateway.js';
import { startSession } from './start-session.js';

/** Each can be taken once. Changes are durable before they return. */
export interface ConnectionOffers {
  /** @returns the code that takes it */
  add(offer: ConnectionOffer): Promise<string>;
  /** @returns null when there is none, or it was taken or has expired */
  take(code: string, now: Date): Promise<ConnectionOffer | null>;
}

/** Answers the code for the extension that made the challenge. */
export const allowExtension = (
  { offers, clock }: { offers: ConnectionOffers } & Pick<Gateway, 'clock'>,
  { drive, sid }: Pick<Caller, 'drive' | 'sid'>,
  challenge: string,
): Promise<string> =>
  offers.add({ drive, sid, challenge, expires: new Date(clock.now().getTime() + CONNECTION_MS) });

export interface ExtensionSession {
  accessToken: string;
  expiresAt: number;
  name: string;
}

/**
 * @throws DomainError `connection.refused` for a bad code, a wrong verifier, an ended session;
 * `drive.closed`
 */
export async function openExtensionSession(
  { gateway, offers }: { gateway: Gateway; offers: ConnectionOffers },
  { code, verifier }: { code: string; verifier: string },
  origin: SessionOrigin,
): Promise<ExtensionSession> {
  const offer = await offers.take(code, gateway.clock.now());
  if (!offer || !sameSecret(challengeOf(verifier), offer.challenge))
    throw new DomainError('connection.refused');
  const account = await gateway.accounts.ofDrive(offer.drive);
  if (!account || !(await stillAllows(gateway, offer))) throw new DomainError('connection.refused');
  const tokens = await startSession(gateway, account, origin, 'extension');
  // Again, for a log-out everywhere that was under way.
  if (!(await stillAllows(gateway, offer))) {
    await gateway.sessions.revoke((await gateway.tokens.verify(tokens.accessToken)).sid, gateway.clock.now());
    throw new DomainError('connection.refused');
  }
  return { accessToken: tokens.accessToken, expiresAt: tokens.expiresAt, name: account.name };
}

async function stillAllows({ sessions }: Gateway, { drive, sid }: ConnectionOffer): Promise<boolean> {
  const session = await sessions.find(drive, sid);
  return session !== null && session.revokedAt === null;
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
