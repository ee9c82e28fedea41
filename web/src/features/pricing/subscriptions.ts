import type { Answer, Installation } from '@skyshelf/contracts/browser';
import { api, queryFnOf } from '../../shared/api/api.js';
import { formatLongDay } from '../../shared/format/dates-and-sizes.js';
import { pricingTexts as text } from '../../shared/messages/pricing-texts.js';

export type Subscription = Answer<'listSubscriptions'>['docs'][number];

const plansApi = api.injectEndpoints({
  endpoints: (build) => ({
    plans: build.query({
      queryFn: queryFnOf('listPlans', (token: string | null) => ({ body: { auth: token !== null } })),
    }),
    subscriptions: build.query({ queryFn: queryFnOf('listSubscriptions', (_: string) => ({})) }),
  }),
});
export const { usePlansQuery, useSubscriptionsQuery } = plansApi;

export function stateOf({ state, until, nextPayment }: Subscription, now = new Date()): string {
  if (until === null) return text.waits;
  const day = formatLongDay(until);
  if (state === 'failing') return text.failing(day);
  if (nextPayment === null) return text.endsAt(day);
  const next = formatLongDay(nextPayment);
  return new Date(nextPayment) > now ? text.nextPayment(next) : text.paymentDue(next);
}

/** The page where the payer ends a subscription; only the provider can end it. */
export const cancelAddress = ({ provider, origin }: NonNullable<Installation['payments']>): string =>
  provider === 'paypal' ? `${origin}/myaccount/autopay/` : `${origin}/`;
