import type { JobProgressed } from '@skyshelf/contracts';
import type { EventBus } from '@skyshelf/event-bus';
import type { Clock } from '@skyshelf/tokens';
import type { JobKindDeps } from '../application/job-kinds.js';

/** Past the outbox: for those who look now. */
export const announceProgress =
  ({ bus, clock }: { bus: Pick<EventBus, 'publish'>; clock: Clock }): JobKindDeps<unknown>['announce'] =>
  async ({ _id, token, drive, elementId, kind }, percent) => {
    const data: JobProgressed = { type: 'media.job.progressed', elementId, kind, percent };
    await bus.publish([
      {
        id: `media:progress:${_id}:${token}:${percent}`,
        source: 'media',
        type: data.type,
        schema: 1,
        drive,
        version: null,
        at: clock.now().toISOString(),
        actor: null,
        trace: null,
        data,
      },
    ]);
  };
