import type { Documents } from '@skyshelf/documents';
import type { Recorder } from '@skyshelf/event-store';
import type { PaymentBook, PlanCatalogue } from '../application/billing.js';

const planModule = async () => (await import('./plan-documents.js')).planModule;
const paymentModule = async () => (await import('./payment-documents.js')).paymentModule;

export function lazyPlans(documents: () => Documents): PlanCatalogue {
  const plans = () => documents().get(planModule);
  return {
    all: async () => (await plans()).all(),
    find: async (name) => (await plans()).find(name),
    put: async (plan) => (await plans()).put(plan),
  };
}

export function lazyPayments(documents: () => Documents): PaymentBook & Recorder {
  const payments = () => documents().get(paymentModule);
  return {
    accountOf: async (message) => (await payments()).accountOf(message),
    keep: async (record) => (await payments()).keep(record),
    cancelledDrives: async (after, limit) => (await payments()).cancelledDrives(after, limit),
    find: async (search) => (await payments()).find(search),
    add: async (session, records) => (await payments()).add(session, records),
  };
}
