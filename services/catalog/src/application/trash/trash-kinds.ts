import { backoffMs } from '@skyshelf/contracts';
import { defineJobKind, type JobKind } from '@skyshelf/jobs';
import type { Logger } from '@skyshelf/telemetry';
import { z } from 'zod';
import type { Catalog } from '../catalog.js';
import { AdaptiveChunkPace } from '../processes/chunk-pace.js';
import { tendTrash, unlessClosed } from './tend-trash.js';
import { TRASH_KIND, trashPayload } from './trash-work.js';

const SWEEP_MS = 3600_000;
const retryPauses = { firstMs: 500, maxMs: 30_000 };

/** Counts and purges what lies in a drive's trash. Never given up. */
export const trashKind = (catalog: () => Catalog, parallel: number): JobKind<unknown> =>
  defineJobKind({
    kind: TRASH_KIND,
    payload: trashPayload,
    parallel,
    tries: Infinity,
    keptMs: 0,
    pauseMs: (tries) => backoffMs(retryPauses, tries),
    run: async ({ drive }, { signal }) => {
      if (drive) await unlessClosed(tendTrash(catalog(), drive, new AdaptiveChunkPace(), signal));
    },
  });

/** Looks for elements that are over their date, and for work whose job is lost. */
const trashSweepKind = (catalog: () => Catalog, logger: Pick<Logger, 'error'>): JobKind<unknown> =>
  defineJobKind({
    kind: 'trash-sweep',
    payload: z.object({}),
    parallel: 1,
    tries: 1,
    every: SWEEP_MS,
    run: async (_, { signal }) => {
      const { store, clock } = catalog();
      for await (const drive of store.drivesWith('trash', clock.now())) {
        signal.throwIfAborted();
        try {
          await unlessClosed(tendTrash(catalog(), drive, new AdaptiveChunkPace(), signal));
        } catch (error) {
          logger.error({ err: error, drive }, 'A drive could not be swept.');
        }
      }
    },
  });

export const trashKinds = (
  catalog: () => Catalog,
  logger: Pick<Logger, 'error'>,
  { parallelPurges }: { parallelPurges: number },
): JobKind<unknown>[] => [trashKind(catalog, parallelPurges), trashSweepKind(catalog, logger)];
