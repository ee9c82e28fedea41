import { type AuditList, type DeletionList, gatewayCalls, serviceNames } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Installation } from '../installation.js';
import { type Cell, type Report, spanText, table } from '../report.js';

/** Open ones first, then the latest finished. */
export async function showDeletions(
  { peers, now }: Installation,
  { limit }: { limit: number },
): Promise<DeletionList & Report> {
  const { deletions } = await ask(peers, gatewayCalls.deletions, { query: { limit } });
  return { deletions, text: textOf(deletions, now()), exitCode: 0 };
}

function textOf(deletions: DeletionList['deletions'], now: Date): string {
  if (deletions.length === 0) return 'No account is being deleted, or was';
  return table(
    deletions.map(({ drive, state, asked, due, ended, forgotten }): Cell[] => [
      drive,
      state,
      `asked ${asked}`,
      state === 'waiting' ? `begins in ${spanText(Math.max(0, Date.parse(due) - now.getTime()))}` : '',
      state === 'running' ? `removed from ${forgotten.length} of ${serviceNames.length} services` : '',
      ended === null ? '' : `gone ${ended}`,
    ]),
  );
}

/** Order: latest first. */
export async function showAudit(
  { peers }: Installation,
  query: { limit: number },
): Promise<AuditList & Report> {
  const { entries } = await ask(peers, gatewayCalls.audit, { query });
  const lines = entries.map(({ at, admin, act, drive }) => [at, admin, act, drive ?? '']);
  const text = lines.length === 0 ? 'No admin has done anything with an account' : table(lines);
  return { entries, text, exitCode: 0 };
}
