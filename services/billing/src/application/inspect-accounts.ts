import type {
  BillingContent,
  Cancellation as CancellationView,
  CancelledPage,
  DriveId,
} from '@skyshelf/contracts';
import type { PaymentRow, SubscriptionRow } from '../domain/billing-row.js';
import { cancellationOf, type Cancellation } from '../domain/subscriptions.js';
import { effectiveSettings, storedSettings } from '../domain/settings.js';
import type { Billing } from './billing.js';

export async function cancelledAccounts(
  billing: Billing,
  { after, limit }: { after?: DriveId | undefined; limit: number },
): Promise<CancelledPage> {
  const drives = await billing.payments.cancelledDrives(after ?? null, limit);
  const docs: CancelledPage['docs'] = [];
  for (const drive of drives) {
    const found = await cancellationIn(billing, drive);
    if (found) docs.push({ drive, ...found });
  }
  return { docs, next: drives.length < limit ? null : (drives.at(-1) ?? null) };
}

/** An admin may read it. */
export async function accountContent(billing: Billing, drive: DriveId): Promise<BillingContent> {
  const reader = await billing.store.reader(drive);
  const present = (await reader.get('subscription')) as SubscriptionRow | null;
  const settings = effectiveSettings(storedSettings(await reader.find({ class: 'setting' })));
  return {
    plan: present?.plan ?? null,
    quota: present?.quota ?? null,
    settings,
    cancellation: await cancellationIn(billing, drive),
  };
}

async function cancellationIn(
  { store, graceMs, clock }: Billing,
  drive: DriveId,
): Promise<CancellationView | null> {
  const reader = await store.reader(drive);
  const rows = (await reader.find({ class: 'payment' })) as PaymentRow[];
  const found = cancellationOf(rows, { graceMs, now: clock.now() });
  return found && viewOf(found);
}

const viewOf = ({ plan, purchaseDate, deleteAfter }: Cancellation): CancellationView => ({
  plan,
  purchaseDate: purchaseDate.toISOString(),
  deleteAfter: deleteAfter.toISOString(),
});

export interface Problem {
  rule: 'live-equals-replay';
  message: string;
}

export async function checkDrive({ store }: Billing, drive: DriveId): Promise<Problem[]> {
  return (await store.difference(drive)) === null
    ? []
    : [{ rule: 'live-equals-replay', message: 'The plan or the settings are not what the events say.' }];
}
