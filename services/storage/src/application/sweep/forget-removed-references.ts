import type { Storage } from '../storage.js';
import { SWEEP_BATCH } from './swept-records.js';

/**
 * So that no late addition adds it again: from a topic, which keeps events for 7 days; from catalog's stream,
 * which brings the removal behind it; or from a process that slept, which after some days is a forgotten one.
 */
const REMEMBER_MS = 30 * 86_400_000;

export const forgetRemovedReferences = ({ sweeping, clock }: Storage): Promise<number> =>
  sweeping.forgetRemovedReferences(new Date(clock.now().getTime() - REMEMBER_MS), SWEEP_BATCH);
