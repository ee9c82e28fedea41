import type { OpId, Settings } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import { traceparentOf } from '@skyshelf/telemetry';
import { decideChangeSettings, storedSettings } from '../domain/settings.js';
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
