import { type MailRecord, notifyCalls } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { z } from 'zod';
import type { Installation } from '../installation.js';
import { type Report, table } from '../report.js';

/** Lists mails of the last 30 days, latest first. */
export async function showMails(
  { peers }: Installation,
  query: z.infer<typeof notifyCalls.mails.query>,
): Promise<Report & { mails: MailRecord[] }> {
  const { mails } = await ask(peers, notifyCalls.mails, { query });
  const rows = mails.map(({ created, kind, state, id, reason }) => [created, kind, state, id, reason ?? '']);
  return { mails, text: rows.length === 0 ? 'No mails.' : table(rows), exitCode: 0 };
}
