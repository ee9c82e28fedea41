import { gatewayCalls, type AuditList } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Installation } from '../installation.js';
import type { Report } from '../report.js';
import { table } from '../table.js';

/** Latest first. */
export async function showAudit(
  { peers }: Installation,
  query: { limit: number },
): Promise<AuditList & Report> {
  const { entries } = await ask(peers, gatewayCalls.audit, { query });
  const lines = entries.map(({ at, admin, act, drive }) => [at, admin, act, drive ?? '']);
  const text = lines.length === 0 ? 'No admin has done anything with an account' : table(lines);
  return { entries, text, exitCode: 0 };
}
