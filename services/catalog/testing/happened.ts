import type { CatalogEvent, DriveId, OpId } from '@skyshelf/contracts';
import type { Catalog } from '#src/application/catalog.js';

/** Makes facts the past of a drive, all at once: what waits together shares a transaction. */
export async function happened(
  store: Catalog['store'],
  drive: DriveId,
  facts: readonly CatalogEvent[],
): Promise<void> {
  const origin = { actor: null, trace: null };
  await Promise.all(
    facts.map((event, index) => {
      const decide = () => ({ event, answer: null });
      const command = { name: 'given', payload: index, read: async () => null, decide };
      return store.withDrive(drive, `given:${index}` as OpId, command, origin);
    }),
  );
}
