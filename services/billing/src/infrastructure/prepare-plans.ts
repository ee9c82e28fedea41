import type { Collection, Db } from 'mongodb';
import type { Plan } from '../domain/plan.js';
import { initialPlans } from './plans.data.js';

type Document = { _id: string } & Omit<Plan, 'name'>;

const plansOf = (db: Db): Collection<Document> => db.collection<Document>('plans');

/**
 * Puts the plans of a new installation where none of that name is; of what is there, only fields that it lacks are added. May run in many processes at
 * once.
 */
export async function preparePlans(db: Db): Promise<void> {
  const plans = plansOf(db);
  const writeConcern = { w: 'majority', journal: true } as const;
  const added = initialPlans.map(({ name, ...plan }) => ({
    updateOne: { filter: { _id: name }, update: { $setOnInsert: plan }, upsert: true },
  }));
  await plans.bulkWrite(added, { ordered: false, writeConcern });
  await plans.updateMany({ currencyCode: { $exists: false } }, [{ $set: addedFields() }], { writeConcern });
  await plans.createIndex({ itemNumber: 1 }, { unique: true });
}

/** Fields that plans of earlier versions do not have. */
function addedFields(): Record<string, unknown> {
  const branches = initialPlans.map(({ name, itemNumber, badge }) => ({
    case: { $eq: ['$_id', name] },
    then: { itemNumber, badge },
  }));
  const of = { $switch: { branches, default: { itemNumber: '$_id', badge: null } } };
  const field = (input: string) => ({ $getField: { field: input, input: of } });
  return { currencyCode: 'USD', itemNumber: field('itemNumber'), badge: field('badge') };
}

/** The names of all plans, from the smallest to the largest. */
export async function planNames(db: Db): Promise<string[]> {
  const found = await plansOf(db).find().sort({ quota: 1, _id: 1 }).toArray();
  return found.map(({ _id }) => _id);
}
