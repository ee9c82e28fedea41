import type { SessionView } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import type { Session } from '../domain/session.js';
import type { Gateway } from './gateway.js';

const MOST = 200;

/** The asking session first, then those used last. */
export async function listSessions(
  { sessions, clock }: Pick<Gateway, 'sessions' | 'clock'>,
  { drive, sid }: Caller,
): Promise<SessionView[]> {
  const [own, all] = await Promise.all([
    sessions.find(drive, sid),
    sessions.signedIn(drive, clock.now(), MOST),
  ]);
  const others = all.filter((each) => each.sid !== sid);
  return [...(own ? [own] : []), ...others].slice(0, MOST).map((each) => viewOf(each, sid));
}

const viewOf = ({ sid, origin, scope, createdAt, lastSeenAt }: Session, current: string): SessionView => ({
  _id: sid,
  device: origin?.device ?? null,
  browser: origin?.browser ?? null,
  place: origin?.place ?? null,
  extension: scope === 'extension',
  begun: createdAt.toISOString(),
  lastSeen: lastSeenAt.toISOString(),
  current: sid === current,
});
