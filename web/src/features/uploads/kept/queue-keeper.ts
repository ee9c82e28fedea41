import type { KeptQueue, UploadKeeper } from '../upload-port.js';
import type { Upload } from '../machine/upload.js';
import { type KeptUpload, rowOf } from './kept-upload.js';
import { KeptBytes, UploadStore } from './upload-store.js';
import { newKey } from '../../../shared/api/call-input.js';

interface Keeping {
  store: UploadStore;
  bytes: KeptBytes;
  drive: string;
  tab: string;
}

/** Gathered for so long, unless a call waits for it. */
const GATHER_MS = 100;
/** Rows a transaction: the page draws in between. */
const AT_ONCE = 200;
const COPIED_AT_ONCE = 20;

const isOver = (upload: Upload | undefined): boolean => upload === undefined || upload.status === 'done';

/** Bytes a little later; what is over is taken away. */
export class QueueKeeper implements UploadKeeper {
  readonly #dirty = new Set<number>();
  readonly #over = new Set<string>();
  readonly #copied = new Set<number>();
  #isDue = false;
  /** Later pages continue the order. */
  readonly #began = Date.now() * 1000;

  constructor(
    private readonly state: KeptQueue,
    private readonly opened: Promise<Keeping | null>,
  ) {}

  async save(ids: readonly number[], withBytes = false): Promise<void> {
    const keeping = await this.opened;
    if (!keeping || this.state.stopped) return;
    await this.#write(keeping, ids);
    if (withBytes) await this.#copy(keeping, ids);
  }

  async bytesOf(id: number, mayAsk = false): Promise<Blob | null> {
    const keeping = await this.opened;
    const upload = this.state.list.get(id);
    return keeping && upload?.keptAs ? keeping.bytes.read(upload.keptAs, upload, mayAsk) : null;
  }

  async clear(): Promise<void> {
    const keeping = await this.opened;
    await keeping?.store.clear().catch(() => undefined);
  }

  changed(before: Upload | undefined, after: Upload | undefined): void {
    if (this.state.stopped || before?.status === after?.status) return;
    // On their way, only news are written.
    if (after?.status === 'sending' || after?.status === 'finishing') return;
    if (after && !isOver(after)) this.#dirty.add(after.id);
    else if (before?.keptAs) this.#over.add(before.keptAs);
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => void this.#flush(), GATHER_MS);
  }

  async #flush(): Promise<void> {
    const keeping = await this.opened;
    const ids = [...this.#dirty];
    const over = [...this.#over];
    this.#dirty.clear();
    this.#over.clear();
    this.#isDue = false;
    if (!keeping || this.state.stopped) return;
    for (const key of over) keeping.bytes.drop(key);
    if (over.length > 0) await keeping.store.remove(over).catch(() => undefined);
    for (let at = 0; at < ids.length; at += AT_ONCE) await this.#write(keeping, ids.slice(at, at + AT_ONCE));
    // In their order, a few at a time.
    for (let at = 0; at < ids.length && !this.state.stopped; at += COPIED_AT_ONCE)
      await this.#copy(keeping, ids.slice(at, at + COPIED_AT_ONCE));
  }

  async #write({ store, drive, tab }: Keeping, ids: readonly number[]): Promise<void> {
    const rows = ids.flatMap((id) => {
      const upload = this.state.list.get(id);
      if (!upload || isOver(upload)) return [];
      return rowOf(upload, { drive, tab, order: this.#began + id }) ?? [];
    });
    // Sending goes on without being kept.
    if (rows.length > 0) await store.put(rows).catch(() => undefined);
  }

  async #copy({ bytes }: Keeping, ids: readonly number[]): Promise<void> {
    const fresh = ids.filter((id) => !this.#copied.has(id) && !isOver(this.state.list.get(id)));
    const files = fresh.flatMap((id) => {
      const key = this.state.list.get(id)?.keptAs;
      const chosen = this.state.files.get(id);
      return key && chosen ? [{ key, file: chosen.file, handle: chosen.handle }] : [];
    });
    for (const id of fresh) this.#copied.add(id);
    if (files.length > 0) await bytes.keep(files);
  }
}

const PREFIX = 'skyshelf-uploads:';
const TAB_KEY = 'skyshelf:upload-tab';
/** Milliseconds a reload may take before another tab takes over. */
const COMING_BACK_MS = 3000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Held until the page goes. */
const hold = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    void navigator.locks.request(PREFIX + name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<never>(() => undefined);
    });
  });

/** The tab holds a lock of this name, kept by a reload; a duplicated tab takes another. Null without locks. */
async function ownTab(newName: () => string): Promise<string | null> {
  if (!('locks' in navigator)) return null;
  const before = sessionStorage.getItem(TAB_KEY);
  for (const name of [before, before, newName()]) {
    if (name === null) continue;
    if (await hold(name)) {
      sessionStorage.setItem(TAB_KEY, name);
      return name;
    }
    // The page before may still be on its way out.
    await pause(300);
  }
  return null;
}

async function whenGone(tab: string): Promise<void> {
  for (;;) {
    await navigator.locks.request(PREFIX + tab, () => undefined);
    await pause(COMING_BACK_MS);
    if (await hold(tab)) return;
  }
}

async function liveTabs(): Promise<string[]> {
  const { held = [] } = await navigator.locks.query();
  return held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
}

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

const OF_LINK = 'link:';

/** The owner of uploads that are sent by a link which receives. */
export const ownerOfLink = (link: string): string => OF_LINK + link;

/** An upload expires after the same time. */
const KEPT_MS = 7 * 24 * 3600_000;

/** Another account's uploads go; what is sent by links stays for their pages, and goes when it is old. */
const isLeft = (owner: string, { drive, order }: KeptUpload): boolean =>
  drive !== owner &&
  (drive.startsWith(OF_LINK) ? Date.now() - order / 1000 > KEPT_MS : !owner.startsWith(OF_LINK));

/** Continues what this tab had, and other tabs' uploads when those are gone. */
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

  const strangers = (await store.all()).filter((each) => isLeft(drive, each));
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
