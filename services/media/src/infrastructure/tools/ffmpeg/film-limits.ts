import { MOST_EACH_MB } from '../../../domain/memory-share.js';
import { JobRefusal } from '../../../domain/refusal.js';
import { toolMemory } from '../memory/tool-memory.js';
import type { ChildLimits } from '../start-child.js';
import { tooManyPixels } from './formats.js';

/** Threads and codecs reserve more than they use. */
export const FFMPEG_DATA_MB = MOST_EACH_MB + 500;

/** @throws JobRefusal when no tool may take so much */
export function withMemory(limits: ChildLimits, expectedMb: number): ChildLimits {
  if (expectedMb > toolMemory.mostEachMb) throw new JobRefusal(tooManyPixels.film);
  return { ...limits, expectedMb };
}
