import { describe, expect, it } from 'vitest';
import { decideOpenSubscription, showPlans, type Plan } from './plan.js';

const plan = (name: string, price: number, quota: number, buttonId: string | null = null): Plan => ({
  name,
  description: name,
  price,
  currencySymbol: '$',
  currencyCode: 'USD',
  quota,
  buttonId,
  itemNumber: name,
  badge: null,
});
const plans = [
  plan('Free', 0, 250),
  plan('Standard', 2, 1000, 'S-1'),
  plan('Deluxe', 6, 5000, 'D-1'),
  plan('Huge', 9, 9000),
];
const form = { action: 'https://pay.example/form', custom: 'signed' };
const flags = (name: string | null) =>
  showPlans(plans, name === null ? null : { sub: 'local|alice', plan: name, form }).map(
    ({ upgrade, disabled }) => `${upgrade ? 'upgrade' : 'subscribe'}${disabled ? ', disabled' : ''}`,
  );

describe('a new account', () => {
  it('gets the opening plan with its room', () => {
    expect(decideOpenSubscription(plan('Free', 0, 250), null).event).toEqual({
      type: 'billing.plan.changed',
      plan: 'Free',
      quota: 250,
    });
  });

  it('keeps the plan it has', () => {
    const present = {
      id: 'subscription',
      class: 'subscription',
      plan: 'Deluxe',
      quota: 5000,
      since: new Date(),
    } as const;
    expect(decideOpenSubscription(plan('Free', 0, 250), present).event).toBeNull();
  });
});

describe('the plans', () => {
  it('are all open to a visitor', () => {
    expect(flags(null)).toEqual(['subscribe', 'subscribe', 'subscribe', 'subscribe']);
    expect(showPlans(plans, null).every(({ userId, current }) => userId === null && !current)).toBe(true);
  });

  it('larger than a free one can be subscribed, if they can be bought', () => {
    expect(flags('Free')).toEqual(['subscribe, disabled', 'subscribe', 'subscribe', 'subscribe, disabled']);
  });

  it('larger than a paid one are upgrades', () => {
    expect(flags('Standard')).toEqual([
      'subscribe, disabled',
      'subscribe, disabled',
      'upgrade',
      'upgrade, disabled',
    ]);
  });

  it('show which one the account has', () => {
    const currentOf = (plan: string) =>
      showPlans(plans, { sub: 'local|alice', plan, form }).flatMap(({ name, current }) =>
        current ? [name] : [],
      );
    expect([currentOf('Free'), currentOf('Deluxe'), currentOf('Retired')]).toEqual([
      ['Free'],
      ['Deluxe'],
      [],
    ]);
  });

  it('carry the form that buys, where there is something to buy', () => {
    const seen = showPlans(plans, { sub: 'local|alice', plan: 'Free', form });
    expect(seen.map(({ subscribe }) => subscribe && subscribe.hosted_button_id)).toEqual([
      null,
      'S-1',
      'D-1',
      null,
    ]);
    expect(seen[1]).toMatchObject({ userId: 'local|alice', subscribe: { ...form, cmd: '_s-xclick' } });
    expect(showPlans(plans, null).every(({ subscribe }) => subscribe === null)).toBe(true);
  });

  it('are shown also to an account whose plan is no longer offered', () => {
    expect(flags('Retired')).toEqual([
      'subscribe, disabled',
      'subscribe',
      'subscribe',
      'subscribe, disabled',
    ]);
  });
});
