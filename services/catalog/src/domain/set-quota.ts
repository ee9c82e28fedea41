import type { Decision } from './decision.js';

/**
 * A new plan: the drive may hold so many bytes from now on. Less than what is used is allowed; it only stops
 * growth.
 */
export const decideSetQuota = (quota: number, present: number): Decision<{ quota: number }> =>
  quota === present
    ? { event: null, answer: { quota } }
    : { event: { type: 'catalog.quota.changed', quota }, answer: { quota } };
