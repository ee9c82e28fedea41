import type { OpId, Settings, DriveId } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import { traceparentOf } from '@skyshelf/telemetry';
import { decideChangeSettings, storedSettings, effectiveSettings } from '../domain/settings.js';
import type { Billing } from './billing.js';

/** Answers with all effective flags. */
export const changeSettings = (
  { store }: Billing,
  { drive, sub }: Caller,
  opId: OpId,
  sent: Settings,
): Promise<Settings> =>
  store.withDrive(
    drive,
    opId,
    {
      name: 'change-settings',
      payload: sent,
      read: async (reader) => storedSettings(await reader.find({ class: 'setting' })),
      decide: (stored) => decideChangeSettings(sent, stored),
    },
    { actor: sub, trace: traceparentOf() },
  );

export async function readSettings({ store }: Billing, drive: DriveId): Promise<Settings> {
  const reader = await store.reader(drive);
  return effectiveSettings(storedSettings(await reader.find({ class: 'setting' })));
}
