import { limits } from '@skyshelf/contracts';
import type { Plan } from '../domain/plan.js';

const GIB = 1024 ** 3;

/** The plans of a new installation. Afterwards the documents in the database count: prices, sizes and buttons are changed there. */
export const initialPlans: readonly Plan[] = [
  {
    name: 'Free',
    description: '250 MB for your files and links, for as long as you like.',
    price: 0,
    currencySymbol: '$',
    quota: limits.freePlanBytes,
    buttonId: null,
  },
  {
    name: 'Standard',
    description: '20 GB for your photos and documents.',
    price: 2,
    currencySymbol: '$',
    quota: 20 * GIB,
    buttonId: null,
  },
  {
    name: 'Deluxe',
    description: '100 GB for everything you keep.',
    price: 6,
    currencySymbol: '$',
    quota: 100 * GIB,
    buttonId: null,
  },
  {
    name: 'Professional',
    description: '500 GB for large collections and video.',
    price: 15,
    currencySymbol: '$',
    quota: 500 * GIB,
    buttonId: null,
  },
];
