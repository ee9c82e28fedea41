import { settingsFlags, type PaymentMessage, type SettingsFlag } from '@skyshelf/contracts';

export interface SubscriptionRow {
  id: 'subscription';
  class: 'subscription';
  plan: string;
  /** Unit: bytes. */
  quota: number;
  since: Date;
}

/** Unset flags have no row. */
export interface SettingRow {
  id: `setting:${SettingsFlag}`;
  class: 'setting';
  flag: SettingsFlag;
  on: boolean;
}

export interface PaymentRow extends Omit<PaymentMessage, 'key' | 'date'> {
  id: `payment:${string}`;
  class: 'payment';
  plan: string | null;
  /** The bytes that were sold; only on a sign-up. */
  quota: number | null;
  date: Date;
}

/** A drive has at most one plan, and a row for each flag and payment message. */
export type BillingRow = SubscriptionRow | SettingRow | PaymentRow;

export const isPaymentRow = (row: BillingRow): row is PaymentRow => row.class === 'payment';

export const asSubscription = (row: BillingRow | null): SubscriptionRow | null =>
  row?.class === 'subscription' ? row : null;

export const settingRowId = (flag: SettingsFlag): SettingRow['id'] => `setting:${flag}`;

export const paymentRowId = (key: string): PaymentRow['id'] => `payment:${key}`;

/** Old events may have flags no longer in use. */
export const isSettingsFlag = (name: string): name is SettingsFlag =>
  (settingsFlags as readonly string[]).includes(name);
