import { settingsFlags, type SettingsFlag } from '@skyshelf/contracts';

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

/** What billing knows of a drive: at most one subscription and a row for each flag. */
export type BillingRow = SubscriptionRow | SettingRow;

export const settingRowId = (flag: SettingsFlag): SettingRow['id'] => `setting:${flag}`;

/** Flags that went out of use stay in old events and are passed over. */
export const isSettingsFlag = (name: string): name is SettingsFlag =>
  (settingsFlags as readonly string[]).includes(name);
