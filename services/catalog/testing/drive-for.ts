import type { Catalog } from '#src/application/catalog.js';
import { CATALOG } from '#src/catalog.runtime.js';
import { driveIn, type TestDrive } from './catalog-subject.js';
import type { RunningCatalog, TestAccount } from './running-catalog.js';

/** An account's drive by the use cases of a running catalog, for facts that come in bulk. */
export function driveFor({ service }: RunningCatalog, account: TestAccount): TestDrive {
  const { store, clock, ids } = service.app.get<Catalog>(CATALOG);
  return driveIn(store, { clock: { ...clock, advance: () => undefined }, ids }, account.drive);
}
