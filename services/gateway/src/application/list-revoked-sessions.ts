import type { RevokedSessionsPage } from '@skyshelf/contracts';
import type { Gateway } from './gateway.js';

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
