import { settingsFlags, type PaymentMessage, type SettingsFlag } from '@skyshelf/contracts';

/** The plan a drive has. */
export interface SubscriptionRow {
  id: 'subscription';
  class: 'subscription';
  plan: string;
  /** Bytes. */
  quota: number;
  since: Date;
}

/** One flag that the user has set. Unset ones have no row. */
export interface SettingRow {
  id: `setting:${SettingsFlag}`;
  class: 'setting';
  flag: SettingsFlag;
  on: boolean;
}

/** What the payment provider has said once. */
export interface PaymentRow extends Omit<PaymentMessage, 'key' | 'date'> {
  id: `payment:${string}`;
  class: 'payment';
  plan: string | null;
  /** Of the plan as it was sold, bytes; on a sign-up. */
  quota: number | null;
  date: Date;
}

/** What billing knows of a drive: at most one plan, a row for each flag, and a row for each message about a payment. */
export type BillingRow = SubscriptionRow | SettingRow | PaymentRow;

export const settingRowId = (flag: SettingsFlag): SettingRow['id'] => `setting:${flag}`;

export const paymentRowId = (key: string): PaymentRow['id'] => `payment:${key}`;

/** Flags that went out of use stay in old events and are passed over. */
export const isSettingsFlag = (name: string): name is SettingsFlag =>
  (settingsFlags as readonly string[]).includes(name);
