import type { CatalogEvent } from '@skyshelf/contracts';
import type { StoredShare } from '../shares/share-deps.js';
import type { Reader } from '../slices/read-folder.js';

/** The files that came by a link, and its folder. */
export interface ReceivedFiles {
  share: string;
  folderId: string;
  folder: string;
  files: number;
}

/** Links that have ended are left out. */
export async function readReceived(
  reader: Reader,
  events: readonly CatalogEvent[],
): Promise<{ received?: ReceivedFiles[] }> {
  const counts = new Map<string, number>();
  for (const event of events)
    if (event.type === 'catalog.files.uploaded')
      for (const { drop } of event.files) if (drop) counts.set(drop.link, (counts.get(drop.link) ?? 0) + 1);
  if (counts.size === 0) return {};
  const shares = await reader.side<StoredShare>('shares').find({ id: { in: [...counts.keys()] } });
  const rows = await reader.find({ id: { in: shares.flatMap(({ share }) => share.roots) } });
  const received = shares.flatMap(({ id, share }) => {
    const root = rows.find((row) => row.id === share.roots[0]);
    return root ? [{ share: id, folderId: root.id, folder: root.name, files: counts.get(id) ?? 0 }] : [];
  });
  return received.length > 0 ? { received } : {};
}
