import type { Storage } from '../storage.js';
import { SWEEP_BATCH } from './swept-records.js';

/**
 * How long a removed reference is remembered, so that no one adds it again. An addition may come late in three ways: from a topic, which keeps events for
 * 7 days; from catalog's own stream, which brings the removal behind it again; and from a process that was stopped in the midst of it and goes on, which
 * after some days is a forgotten one. 30 days are longer than the first, and than any pause of a process that a caller still waits for.
 */
const REMEMBER_MS = 30 * 86_400_000;

/** Removed references that have done their service. */
export const forgetRemovedReferences = ({ sweeping, clock }: Storage): Promise<number> =>
  sweeping.forgetRemovedReferences(new Date(clock.now().getTime() - REMEMBER_MS), SWEEP_BATCH);
