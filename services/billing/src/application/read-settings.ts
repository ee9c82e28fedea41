import type { DriveId, Settings } from '@skyshelf/contracts';
import { effectiveSettings, storedSettings } from '../domain/settings.js';
import type { Billing } from './billing.js';

export async function readSettings({ store }: Billing, drive: DriveId): Promise<Settings> {
  const reader = await store.reader(drive);
  return effectiveSettings(storedSettings(await reader.find({ class: 'setting' })));
}
