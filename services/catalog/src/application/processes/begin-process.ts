import type { JobRequest } from '@skyshelf/jobs';
import { z } from 'zod';
import type { LongProcess } from '../../domain/long-process.js';
import type { CatalogSideWriter } from '../catalog.js';

export const PROCESS_KIND = 'process';
export const processPayload = z.object({ process: z.string() });
type ProcessPayload = z.infer<typeof processPayload>;

export const processJob = (
  { id }: Pick<LongProcess, 'id'>,
  delayMs = 0,
): Omit<JobRequest<ProcessPayload>, 'drive'> => ({
  key: `${PROCESS_KIND}:${id}`,
  kind: PROCESS_KIND,
  payload: { process: id },
  delayMs,
});

export async function beginProcess<P extends LongProcess>(
  side: CatalogSideWriter,
  process: P,
  delayMs = 0,
): Promise<void> {
  await side.put('processes', process);
  await side.enter(processJob(process, delayMs));
}
