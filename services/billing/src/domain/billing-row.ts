import { settingsFlags, type PaymentMessage, type SettingsFlag } from '@skyshelf/contracts';

export interface SubscriptionRow {
  id: 'subscription';
  class: 'subscription';
  plan: string;
  /** Bytes. */
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
  /** As sold, bytes; only on a sign-up. */
  quota: number | null;
  date: Date;
}

/** At most one plan, and a row for each flag and payment message. */
export type BillingRow = SubscriptionRow | SettingRow | PaymentRow;

export const settingRowId = (flag: SettingsFlag): SettingRow['id'] => `setting:${flag}`;

export const paymentRowId = (key: string): PaymentRow['id'] => `payment:${key}`;

/** Old events may have flags no longer in use. */
export const isSettingsFlag = (name: string): name is SettingsFlag =>
  (settingsFlags as readonly string[]).includes(name);
