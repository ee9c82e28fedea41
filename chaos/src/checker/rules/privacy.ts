import type { Inspection } from '../inspection.js';
import { recordsOf } from '../read-history.js';

/**
 * How long a gateway may not know that a session was left: then it refuses everybody rather than guess.
 * Milliseconds.
 */
const MAY_LAG_MS = 65_000;

/** No one saw or changed anything of another's; who has left is out. */
export async function checkPrivacy(inspection: Inspection): Promise<void> {
  checkIntrusions(inspection);
  await checkSessions(inspection);
}

/** Checks what is true at any moment. */
export function checkIntrusions({ history, report }: Inspection): void {
  const rule = report.rule('no one sees another’s things');
  for (const { user, path, marks } of recordsOf(history, 'foreign'))
    rule.add(`${path} showed things of ${marks.join(', ')}`, user);
  for (const { user, victim, attempt, status, gained } of recordsOf(history, 'intrusion'))
    rule.expect(!gained, () => `to ${attempt} of ${victim} was answered ${status}`, user);
}

async function checkSessions({ history, end, report }: Inspection): Promise<void> {
  const rule = report.rule('sessions');
  const left = new Map<string, number>();
  const tokens = new Map<string, { user: string; token: string }>();
  for (const { session, user, what, status, token, gateway, at } of recordsOf(history, 'session')) {
    if (token !== undefined) tokens.set(session, { user, token });
    if (what === 'left') left.set(session, at);
    const since = left.get(session);
    if (what !== 'used') continue;
    if (since === undefined)
      rule.expect(
        status !== 401 && status !== 403,
        () => `${session} was refused at gateway ${gateway} with ${status}`,
        user,
      );
    else
      rule.expect(
        status !== 200 || at < since + MAY_LAG_MS,
        () => `${session} was good after it was left`,
        user,
      );
  }
  for (const [session] of [...left].slice(-30)) {
    const { user = '', token = '' } = tokens.get(session) ?? {};
    for (const gateway of end.gateways) {
      const headers = { authorization: `Bearer ${token}` };
      const { status } = await fetch(new URL('/api/userinfo', gateway), { headers });
      rule.expect(status === 401, () => `${session} was left and is answered ${status} at ${gateway}`, user);
    }
  }
}
