import type { Collection, Db, WriteConcernSettings } from 'mongodb';
import type { Plan } from '../domain/plan.js';
import { initialPlans } from './plans.data.js';

type Document = { _id: string } & Omit<Plan, 'name'>;

const plansOf = (db: Db): Collection<Document> => db.collection<Document>('plans');

/** Adds the plans or their missing fields. Concurrent runs are fine. */
export async function preparePlans(db: Db): Promise<void> {
  const plans = plansOf(db);
  const writeConcern = { w: 'majority', journal: true } as const;
  const added = initialPlans.map(({ name, ...plan }) => ({
    updateOne: { filter: { _id: name }, update: { $setOnInsert: plan }, upsert: true },
  }));
  await plans.bulkWrite(added, { ordered: false, writeConcern });
  await addFields(plans, writeConcern);
  await replaceDescriptions(plans, writeConcern);
}

/**
 * Replaces the descriptions of earlier versions, which began with the room that the page shows above them. An
 * operator's own stay.
 */
async function replaceDescriptions(
  plans: Collection<Document>,
  writeConcern: WriteConcernSettings,
): Promise<void> {
  const known = initialPlans.map(({ name, description }) => ({
    updateOne: {
      filter: { _id: name, description: `${earlierRooms[name]} ${lowerFirst(description)}` },
      update: { $set: { description } },
    },
  }));
  await plans.bulkWrite(known, { ordered: false, writeConcern });
}

const earlierRooms: Readonly<Record<string, string>> = {
  Free: '250 MB',
  Standard: '20 GB',
  Deluxe: '100 GB',
  Professional: '500 GB',
};

const lowerFirst = (words: string): string => words.slice(0, 1).toLowerCase() + words.slice(1);

/** Earlier versions had no currency code, item number and badge. */
async function addFields(plans: Collection<Document>, writeConcern: WriteConcernSettings): Promise<void> {
  const currencyCode = 'USD';
  const lacking = { currencyCode: { $exists: false } };
  const known = initialPlans.map(({ name, itemNumber, badge }) => ({
    updateOne: {
      filter: { _id: name, ...lacking },
      update: { $set: { currencyCode, itemNumber, badge } },
    },
  }));
  await plans.bulkWrite(known, { writeConcern });
  const others = { currencyCode, itemNumber: '$_id', badge: null };
  await plans.updateMany(lacking, [{ $set: others }], { writeConcern });
}

/** Order: from the smallest to the largest. */
export async function planNames(db: Db): Promise<string[]> {
  const found = await plansOf(db).find().sort({ quota: 1, _id: 1 }).toArray();
  return found.map(({ _id }) => _id);
}
