import type { OpId } from '@skyshelf/contracts';
import { traceparentOf } from '@skyshelf/telemetry';
import type { Account, Catalog, CatalogCommand } from './catalog.js';
import { withHeldRoom } from './processes/end-holds.js';

/** Purges held deletions when there is no room. */
export const runFor = <S, A>(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  command: CatalogCommand<S, A>,
): Promise<A> => withHeldRoom(catalog, account.drive, () => runAsUser(catalog, account, opId, command));

export const runAsUser = <S, A>(
  catalog: Catalog,
  { sub: actor, drive }: Account,
  opId: OpId,
  command: CatalogCommand<S, A>,
): Promise<A> => catalog.store.withDrive(drive, opId, command, { actor, trace: traceparentOf() });
