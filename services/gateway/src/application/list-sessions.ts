import type { RevokedSessionsPage, SessionView } from '@skyshelf/contracts';
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

const PAGE = 5_000;
/** Repeated each time, milliseconds: late writes by other replicas, or clocks behind ours. */
const OVERLAP_MS = 120_000;

export async function listRevokedSessions(
  { sessions, clock }: Pick<Gateway, 'sessions' | 'clock'>,
  after = '0.',
): Promise<RevokedSessionsPage> {
  const now = clock.now();
  const dot = after.indexOf('.');
  const place = { at: new Date(Number(after.slice(0, dot))), sid: after.slice(dot + 1) };
  const found = await sessions.revokedAfter(now, place, PAGE);
  const revoked = found.map(({ sid, expires }) => ({ sid, expires: expires.getTime() }));
  const last = found.at(-1);
  if (last && found.length === PAGE)
    return { revoked, next: `${last.revokedAt.getTime()}.${last.sid}`, more: true };
  return { revoked, next: `${Math.max(0, now.getTime() - OVERLAP_MS)}.`, more: false };
}
