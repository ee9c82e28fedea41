import fc from 'fast-check';
import { settingsFlags, type Settings } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import type { BillingRow } from './billing-row.js';
import { changesOf } from './changes.js';
import { decideChangeSettings, effectiveSettings, storedSettings } from './settings.js';

const at = new Date('2026-03-01T12:00:00.000Z');

describe('the settings of an account', () => {
  it('count news categories as on until they are switched off', () => {
    expect(effectiveSettings({})).toEqual({
      news: true,
      sport: true,
      business: true,
      entertainment: true,
      fashion: true,
      tech: true,
      living: true,
      realEstate: true,
    });
    expect(effectiveSettings({ sport: false, darkMode: true })).toMatchObject({
      sport: false,
      news: true,
      darkMode: true,
    });
  });

  it('change by the flags that are sent and keep the others', () => {
    const { event, answer } = decideChangeSettings(
      { darkMode: true, sport: false },
      { animation: false, sport: true },
    );
    expect(event).toEqual({ type: 'billing.settings.changed', settings: { darkMode: true, sport: false } });
    expect(answer).toMatchObject({ animation: false, darkMode: true, sport: false, news: true });
  });

  it('stay as they are when nothing new is sent', () => {
    expect(decideChangeSettings({ darkMode: true }, { darkMode: true }).event).toBeNull();
    expect(decideChangeSettings({}, {}).event).toBeNull();
  });

  it('remember a category that is switched on though it counted as on', () => {
    expect(decideChangeSettings({ sport: true }, {}).event).toMatchObject({ settings: { sport: true } });
  });

  it('are after any changes what was sent last for each flag', () => {
    const sent = fc.record(Object.fromEntries(settingsFlags.map((flag) => [flag, fc.boolean()])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 12 }), (changes) => {
        const rows = new Map<string, BillingRow>();
        for (const change of changes) {
          const { event } = decideChangeSettings(change, storedSettings([...rows.values()]));
          for (const effect of event ? changesOf(event, at) : []) {
            if (effect.op === 'insert') rows.set(effect.row.id, effect.row);
            else rows.delete(effect.id);
          }
        }
        expect(storedSettings([...rows.values()])).toEqual(Object.assign({}, ...changes) as Settings);
      }),
    );
  });

  it('pass over flags of old events that are out of use', () => {
    expect(changesOf({ type: 'billing.settings.changed', settings: { marquee: true } }, at)).toEqual([]);
  });
});
