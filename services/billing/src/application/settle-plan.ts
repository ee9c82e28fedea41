import { backoffMs, opId, type DriveId, type OpId } from '@skyshelf/contracts';
import { defineJobKind, type JobKind, type JobRequest } from '@skyshelf/jobs';
import { unlessClosed } from '@skyshelf/service';
import { z } from 'zod';
import { asSubscription, isPaymentRow } from '../domain/billing-row.js';
import { decideSettlePlan } from '../domain/plan.js';
import type { Billing } from './billing.js';

export const SETTLE_KIND = 'settle-plan';
const retryPauses = { firstMs: 500, maxMs: 30_000 };
/** The queue's clock is another, so jobs look at ours at least this often. */
const LOOK_AT_CLOCK_MS = 3_600_000;

const payload = z.object({ at: z.iso.datetime().nullable() });

/** At once, or when something ends. */
export const settleRequest = (
  drive: DriveId,
  { key, at }: { key: string; at: string | null },
  now: Date,
): Omit<JobRequest, 'drive'> => ({
  key: `settle:${drive}:${key}`,
  kind: SETTLE_KIND,
  payload: payload.parse({ at }),
  delayMs: at === null ? 0 : Math.max(0, Math.min(LOOK_AT_CLOCK_MS, Date.parse(at) - now.getTime())),
});

/** Never given up: it was paid for. */
export const settleKind = (billing: () => Billing): JobKind<unknown> =>
  defineJobKind({
    kind: SETTLE_KIND,
    payload,
    parallel: 4,
    tries: Infinity,
    keptMs: 0,
    pauseMs: (tries) => backoffMs(retryPauses, tries),
    run: async ({ _id, drive, payload: { at } }) => {
      const ahead = at === null ? 0 : Date.parse(at) - billing().clock.now().getTime();
      if (ahead > 0) return { state: 'again', afterMs: Math.min(ahead, LOOK_AT_CLOCK_MS) };
      if (drive) await unlessClosed(settlePlan(billing(), drive, opId.parse(_id)));
    },
  });

/** Also enters the job for the next end. */
export async function settlePlan(
  { store, plans, openingPlan, graceMs, clock }: Billing,
  drive: DriveId,
  id: OpId,
): Promise<void> {
  const opening = await plans.find(openingPlan);
  if (!opening) throw new Error(`There is no plan named ${openingPlan}.`);
  await store.withDrive(
    drive,
    id,
    {
      name: 'settle-plan',
      payload: {},
      read: async (reader) => ({
        present: asSubscription(await reader.get('subscription')),
        payments: (await reader.find({ class: 'payment' })).filter(isPaymentRow),
      }),
      decide: (slice, { now }) => decideSettlePlan(slice, { opening, graceMs, now }),
      alongside: async (side, { answer: at }) => {
        if (at !== null) await side.enqueue(settleRequest(drive, { key: at, at }, clock.now()));
      },
    },
    { actor: 'billing', trace: null },
  );
}
