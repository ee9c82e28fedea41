import { internalRoutes, type DriveId, type ServiceName } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Check, Problem } from '../check.js';
import { cursorsOf } from '../../lag/cursors-of.js';
import { readings } from '../../lag/backlog.js';
import type { Installation } from '../../installation.js';

interface Cursor {
  source: ServiceName;
  drive: DriveId;
  version: number;
}

/** After a restore of a single database a consumer ahead of a stream would skip events. */
export const cursors: Check = {
  name: 'cursors',
  async *subjects(installation, { drive }) {
    for (const { consumer, source } of readings) {
      const choice = { consumer, source, ...(drive !== null && { drive }) };
      for await (const cursor of cursorsOf(installation, choice)) {
        const subject = { service: consumer, drive: cursor.drive };
        yield { ...subject, look: () => look(installation, { source, ...cursor }) };
      }
    }
  },
};

async function look({ peers }: Installation, { source, drive, version }: Cursor): Promise<Problem[]> {
  const query = { drive, after: version - 1, limit: 1 };
  const [event] = await ask(peers, internalRoutes.driveEvents, { service: source, query });
  if (event?.version === version) return [];
  const message = `It has passed version ${version} of ${source}'s drive ${drive}, which is not in the stream.`;
  return [{ rule: 'cursor-within-stream', message }];
}
