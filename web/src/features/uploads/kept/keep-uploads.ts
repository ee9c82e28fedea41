import { newKey } from '../../../shared/api/idempotency-key.js';
import { KeptBytes } from './kept-bytes.js';
import type { KeptUpload } from './kept-upload.js';
import type { Keeping } from './queue-keeper.js';
import { liveTabs, ownTab, whenGone } from './tab-lock.js';
import { UploadStore } from './upload-store.js';

/** Opens what outlives the page. Null where the browser keeps nothing, or has no locks by which tabs agree. */
export async function openKeeping(drive: string): Promise<Keeping | null> {
  try {
    const [store, tab] = await Promise.all([UploadStore.open(), ownTab(newKey)]);
    return store && tab !== null ? { store, bytes: new KeptBytes(store), drive, tab } : null;
  } catch {
    return null;
  }
}

type Restore = (kept: readonly KeptUpload[], hasBytes: (keptAs: string) => boolean) => void;

/**
 * Goes on with what this tab had before it was loaded again, and with the uploads of other tabs when those are gone:
 * each upload is the work of one tab. What belongs to another account is dropped.
 */
export async function takeOver({ store, bytes, drive, tab }: Keeping, restore: Restore): Promise<void> {
  const watched = new Set([tab]);

  const adopt = async (from: string): Promise<void> => {
    const kept = (await store.all()).filter((each) => each.tab === from && each.drive === drive);
    if (kept.length === 0) return;
    const { copies, handles } = await store.keysWithBytes();
    for (const { id, size } of kept) if (copies.has(id)) bytes.count(id, size);
    // Ours before they are shown: a page that goes a moment later leaves them to be found.
    if (from !== tab) await store.put(kept.map((each) => ({ ...each, tab })));
    restore(kept, (id) => copies.has(id) || handles.has(id));
  };

  const strangers = (await store.all()).filter((each) => each.drive !== drive);
  await store.remove(strangers.map(({ id }) => id));
  await adopt(tab);
  const watch = (others: readonly string[]): void => {
    for (const other of others) {
      if (watched.has(other)) continue;
      watched.add(other);
      void whenGone(other).then(() => adopt(other));
    }
  };
  watch((await store.all()).map((each) => each.tab));
  // Tabs that begin later leave their uploads too.
  setInterval(() => void liveTabs().then(watch), LOOK_MS);
}

const LOOK_MS = 10_000;
