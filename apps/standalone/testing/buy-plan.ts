import { routes } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import type { ShelfUser } from './running-shelf.js';

/**
 * Buys the first plan that there is at the stand-in for the payment provider; answers what lets the
 * subscription go on or end there.
 */
export async function buyPlan({
  client,
  drive,
}: ShelfUser): Promise<{ change(action: 'refund' | 'end' | 'cancel'): Promise<void> }> {
  const plans = await client.call(routes.listPlans, { body: {} });
  const subscribe = plans.find((plan) => plan.subscribe)?.subscribe;
  if (!subscribe) throw new Error('No plan can be bought.');
  const { action: address, ...form } = subscribe;
  const post = async (path: string, body: Record<string, string>): Promise<void> => {
    const posted = { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' } as const;
    await fetch(new URL(path, address), posted);
  };
  await post('/subscribe', form);
  const bought = await eventually(async () => {
    const found = (await client.call(routes.listSubscriptions)).docs.find(({ counts }) => counts);
    if (!found) throw new Error(`Nothing was bought by ${drive}.`);
    return found;
  });
  return { change: (action) => post('/change', { id: bought.id, action }) };
}
