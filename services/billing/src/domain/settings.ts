import { newsCategories, settingsFlags, type BillingEvent, type Settings } from '@skyshelf/contracts';
import type { BillingRow } from './billing-row.js';
import type { Decision } from './decision.js';

export const storedSettings = (rows: readonly BillingRow[]): Settings =>
  Object.fromEntries(rows.flatMap((row) => (row.class === 'setting' ? [[row.flag, row.on]] : [])));

/** Categories of news are on until switched off. */
export const effectiveSettings = (stored: Settings): Settings => ({
  ...Object.fromEntries(newsCategories.map((flag) => [flag, true])),
  ...stored,
});

export function decideChangeSettings(sent: Settings, stored: Settings): Decision<Settings> {
  const changed = Object.fromEntries(
    settingsFlags.flatMap((flag) =>
      sent[flag] === undefined || sent[flag] === stored[flag] ? [] : [[flag, sent[flag]]],
    ),
  );
  const answer = effectiveSettings({ ...stored, ...changed });
  if (Object.keys(changed).length === 0) return { event: null, answer };
  return { event: { type: 'billing.settings.changed', settings: changed } satisfies BillingEvent, answer };
}
