import { limits } from '@skyshelf/contracts';
import type { Plan } from '../domain/plan.js';

const GIB = 1024 ** 3;

/** They serve new installations; then the database counts: `skyshelf plans set` changes it. */
export const initialPlans: readonly Plan[] = [
  {
    name: 'Free',
    description: 'For your files and links, for as long as you like.',
    price: 0,
    currencySymbol: '$',
    currencyCode: 'USD',
    quota: limits.freePlanBytes,
    buttonId: null,
    itemNumber: 'free',
    badge: null,
  },
  {
    name: 'Standard',
    description: 'For your photos and documents.',
    price: 2,
    currencySymbol: '$',
    currencyCode: 'USD',
    quota: 20 * GIB,
    buttonId: null,
    itemNumber: 'standard',
    badge: null,
  },
  {
    name: 'Deluxe',
    description: 'For everything you keep.',
    price: 6,
    currencySymbol: '$',
    currencyCode: 'USD',
    quota: 100 * GIB,
    buttonId: null,
    itemNumber: 'deluxe',
    badge: 'Most Popular',
  },
  {
    name: 'Professional',
    description: 'For large collections and video.',
    price: 15,
    currencySymbol: '$',
    currencyCode: 'USD',
    quota: 500 * GIB,
    buttonId: null,
    itemNumber: 'professional',
    badge: null,
  },
];
