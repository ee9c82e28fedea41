import { newKey } from '../../../shared/api/idempotency-key.js';
import { KeptBytes } from './kept-bytes.js';
import type { KeptUpload } from './kept-upload.js';
import type { Keeping } from './queue-keeper.js';
import { liveTabs, ownTab, whenGone } from './tab-lock.js';
import { UploadStore } from './upload-store.js';

/** Null without storage or locks. */
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
 * Continues what this tab had, and other tabs' uploads when those are gone. Another account's are dropped.
 */
export async function takeOver({ store, bytes, drive, tab }: Keeping, restore: Restore): Promise<void> {
  const watched = new Set([tab]);

  const adopt = async (from: string): Promise<void> => {
    const kept = (await store.all()).filter((each) => each.tab === from && each.drive === drive);
    if (kept.length === 0) return;
    const { copies, handles } = await store.keysWithBytes();
    for (const { id, size } of kept) if (copies.has(id)) bytes.count(id, size);
    // Ours before they are shown: a page may go a moment later.
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
  // Tabs that begin later leave uploads too.
  setInterval(() => void liveTabs().then(watch), LOOK_MS);
}

const LOOK_MS = 10_000;
