import { internalRoutes, type CursorPage, type DriveId, type ServiceName } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Installation } from '../installation.js';

const PAGE = 1000;

export interface CursorChoice {
  consumer: ServiceName;
  source: ServiceName;
  /** Default: all drives. */
  drive?: DriveId;
}

/** By drive id, page by page. */
export async function* cursorsOf(
  { peers }: Pick<Installation, 'peers'>,
  { consumer, source, drive }: CursorChoice,
): AsyncGenerator<CursorPage['cursors'][number]> {
  for (let after: DriveId | null = null, more = true; more;) {
    const query = { source, drive, limit: PAGE, ...(after !== null && { after }) };
    const page: CursorPage = await ask(peers, internalRoutes.allCursors, { service: consumer, query });
    yield* page.cursors;
    after = page.next;
    more = after !== null;
  }
}
