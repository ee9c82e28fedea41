import type { DriveId, EventMessage, ServiceName } from '@skyshelf/contracts';
import { readCursors } from '@skyshelf/event-bus';
import type { Check, Problem } from '../check.js';
import { streamServices, type Installation } from '../../installation.js';

interface Cursor {
  source: ServiceName;
  drive: DriveId;
  version: number;
}

/** No consumer is ahead of a stream: after a restore of one database alone it would skip events that come. */
export const cursors: Check = {
  name: 'cursors',
  async *subjects(installation) {
    for (const service of ['catalog', 'storage', 'media', 'billing', 'gateway', 'notify'] as const) {
      for await (const cursor of readCursors(installation.db(service))) {
        if (!(streamServices as readonly ServiceName[]).includes(cursor.source)) continue;
        yield { service, drive: cursor.drive, look: () => look(installation, cursor) };
      }
    }
  },
};

async function look({ peers }: Installation, { source, drive, version }: Cursor): Promise<Problem[]> {
  const query = new URLSearchParams({ drive, after: String(version - 1), limit: '1' });
  const [event] = await peers.json<EventMessage[]>(source, `/internal/events?${query.toString()}`);
  if (event?.version === version) return [];
  const message = `It has passed version ${version} of ${source}'s drive ${drive}, which is not in the stream.`;
  return [{ rule: 'cursor-within-stream', message }];
}
