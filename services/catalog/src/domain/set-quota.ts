import type { Decision } from './decision.js';

/** Below what is used it only stops growth. */
export const decideSetQuota = (quota: number, present: number): Decision<{ quota: number }> =>
  quota === present
    ? { event: null, answer: { quota } }
    : { event: { type: 'catalog.quota.changed', quota }, answer: { quota } };
