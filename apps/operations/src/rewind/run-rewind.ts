import { randomUUID } from 'node:crypto';
import { catalogCalls, DomainError, gatewayCalls, type OpId, type RewindPlan } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import { subOf } from '../archive/drive-calls.js';
import type { Installation } from '../installation.js';
import type { Report } from '../report.js';

interface Asked {
  user: string;
  to: string;
  folder: string;
  'dry-run': boolean;
}

export async function runRewind(
  { peers }: Installation,
  { user, to, folder, 'dry-run': dryRun }: Asked,
): Promise<{ plan: RewindPlan; process: string | null } & Report> {
  const sub = subOf(user);
  const at = momentOf(to, new Date());
  const { account } = await ask(peers, gatewayCalls.accountOf, { query: { sub } });
  if (!account)
    throw new DomainError('input.invalid', { field: 'user', message: `No one is known as ${sub}.` });
  const { plan, process } = await ask(peers, catalogCalls.rewindDrive, {
    params: { drive: account.drive },
    body: { sub, opId: `support:${randomUUID()}` as OpId, folder, at, dryRun },
  });
  const end = dryRun ? 'Nothing was changed.' : process ? 'It goes on in the background.' : 'Done.';
  return { plan, process, text: [`To ${at}:`, ...linesOf(plan), end].join('\n'), exitCode: 0 };
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** @throws DomainError `input.invalid` */
export function momentOf(to: string, now: Date): string {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(to) ?? [];
  const at = new Date(count ? now.getTime() - Number(count) * (units[unit] ?? 0) : to);
  if (Number.isNaN(at.getTime()))
    throw new DomainError('input.invalid', {
      field: 'to',
      message: 'Give a moment as 2026-11-29T08:00:00Z, or how long ago it was: 90m, 6h, 3d.',
    });
  return at.toISOString();
}

const words: Readonly<Record<keyof RewindPlan, string>> = {
  restored: 'restored from the trash',
  moved: 'moved back',
  renamed: 'renamed back',
  tagged: 'given back their tags',
  versions: 'files back to an earlier version',
  trashed: 'that came since, to the trash',
  gone: 'deleted forever since, cannot come back',
  lost: 'files whose content is no longer kept, stay as they are',
};

const linesOf = (plan: RewindPlan): string[] =>
  (Object.keys(words) as (keyof RewindPlan)[]).map(
    (kind) => `${String(plan[kind]).padStart(8)}  ${words[kind]}`,
  );
