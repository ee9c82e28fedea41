import type { Collection, Db } from 'mongodb';
import { z } from 'zod';
import type { PlanCatalogue } from '../application/billing.js';
import type { Plan } from '../domain/plan.js';
import { initialPlans } from './plans.data.js';

/** An operator may edit plans by hand, so they are parsed when read. */
const planDocument = z.object({
  _id: z.string().min(1),
  description: z.string(),
  price: z.number().nonnegative(),
  currencySymbol: z.string(),
  quota: z.number().int().nonnegative(),
  buttonId: z.string().nullable(),
});
type PlanDocument = z.infer<typeof planDocument>;

const toPlan = (document: unknown): Plan => {
  const { _id, ...plan } = planDocument.parse(document);
  return { name: _id, ...plan };
};

const plansOf = (db: Db): Collection<PlanDocument> => db.collection<PlanDocument>('plans');

/** Puts the plans of a new installation where none of that name is; what is there stays as it is. May run in many processes at once. */
export async function seedPlans(db: Db): Promise<void> {
  const writes = initialPlans.map(({ name, ...plan }) => ({
    updateOne: { filter: { _id: name }, update: { $setOnInsert: plan }, upsert: true },
  }));
  await plansOf(db).bulkWrite(writes, { ordered: false, writeConcern: { w: 'majority', journal: true } });
}

/** The plans as documents of billing's database. */
export function planDocuments(db: Db): PlanCatalogue {
  const plans = plansOf(db);
  return {
    all: async () => (await plans.find().sort({ quota: 1, _id: 1 }).toArray()).map(toPlan),
    named: async (name) => {
      const document = await plans.findOne({ _id: name });
      if (!document) throw new Error(`There is no plan named ${name}.`);
      return toPlan(document);
    },
  };
}
