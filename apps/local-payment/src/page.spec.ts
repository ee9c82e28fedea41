import { describe, expect, it } from 'vitest';
import type { LocalSubscription } from './ledger.js';
import { listPage, payPage } from './page.js';

const bought: LocalSubscription = {
  ...{ id: 'I-1', plan: '<Deluxe>', itemNumber: 'deluxe', price: '6.00', currency: 'USD', custom: 'signed' },
  ...{ state: 'active', payments: ['T-1'] },
};
const plan = {
  ...{ name: 'Deluxe', description: 'For everything you keep.', price: 6, currencySymbol: '$' },
  ...{ currencyCode: 'USD', quota: 1024, buttonId: null, itemNumber: 'deluxe', badge: null },
};
const asked = { price: '6.00', button: 'B-1', custom: 'signed', back: 'http://shelf.test/cancelled' };
/** Removes what is folded. */
const seen = (page: string): string => page.replace(/<details>.*?<\/details>/gs, '');
const buttons = (page: string): string[] =>
  [...page.matchAll(/<button[^>]*>([^<]*)</g)].map(([, text = '']) => text);

describe('the stand-in for a payment provider', () => {
  it('asks a user to pay or to cancel, and folds what testers choose', () => {
    const page = payPage(plan, asked);
    expect(buttons(seen(page))).toEqual(['Pay $6']);
    expect(seen(page)).toContain('<a class="button" href="http://shelf.test/cancelled">Cancel</a>');
    expect(seen(page)).not.toContain('<select');
    expect(page).toContain('<summary>For testers</summary>');
  });

  it('offers to cancel what goes on, and nothing else to a user', () => {
    const page = listPage([bought], 'http://shelf.test');
    expect(buttons(seen(page))).toEqual(['Cancel the subscription']);
    expect(buttons(page)).toContain('Let the payment fail');
    expect(page).toContain('&lt;Deluxe&gt;, $6 monthly');
    expect(buttons(seen(listPage([{ ...bought, state: 'cancelled' }], '')))).toEqual([]);
  });
});
