import type { ReadableFile } from '../upload-port.js';
import { isKeptUpload, type KeptUpload } from './kept-upload.js';

const NAME = 'skyshelf-uploads';
const VERSION = 1;
const SMALL = 256 * 1024;
const STORES = ['uploads', 'copies', 'handles'] as const;
type StoreName = (typeof STORES)[number];

const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });

const fieldsOf = (value: unknown): { file?: unknown; top?: unknown } =>
  typeof value === 'object' && value !== null ? value : {};

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.addEventListener('upgradeneeded', () => {
    for (const store of STORES) request.result.createObjectStore(store);
  });
  return done(request);
}

/** Every method rejects when the browser keeps nothing. */
export class UploadStore {
  private constructor(private readonly database: IDBDatabase) {
    // Another tab wants to upgrade it: don't block that.
    database.addEventListener('versionchange', () => database.close());
  }

  /** Is null where the browser has no storage. What another version has left is dropped. */
  static async open(): Promise<UploadStore | null> {
    try {
      const database = await openDatabase().catch(async () => {
        await done(indexedDB.deleteDatabase(NAME));
        return openDatabase();
      });
      if (STORES.every((name) => database.objectStoreNames.contains(name))) return new UploadStore(database);
      database.close();
      await done(indexedDB.deleteDatabase(NAME));
      return new UploadStore(await openDatabase());
    } catch {
      return null;
    }
  }

  /** Garbage is dropped. */
  async all(): Promise<KeptUpload[]> {
    const store = this.#store('readonly', 'uploads');
    const [values, keys] = await Promise.all([done(store.getAll()), done(store.getAllKeys())]);
    const garbage = keys.filter((key, index) => {
      const value: unknown = values[index];
      return !isKeptUpload(value) || value.id !== key;
    });
    if (garbage.length > 0) await this.#delete(garbage);
    return values
      .filter(isKeptUpload)
      .filter(({ id }) => !garbage.includes(id))
      .toSorted((a, b) => a.order - b.order);
  }

  async put(uploads: readonly KeptUpload[]): Promise<void> {
    await this.#write(['uploads'], ([store]) => uploads.forEach((each) => store?.put(each, each.id)));
  }

  /** All or none. Small ones lie in the row: a file each takes long. */
  async putCopies(copies: readonly { key: string; file: Blob }[]): Promise<void> {
    const values = await Promise.all(
      copies.map(async ({ file }) => (file.size <= SMALL ? file.arrayBuffer() : file)),
    );
    await this.#write(['copies'], ([store]) =>
      copies.forEach(({ key }, index) => store?.put(values[index], key)),
    );
  }

  async putHandles(handles: readonly { key: string; handle: ReadableFile }[]): Promise<void> {
    await this.#write(['handles'], ([store]) =>
      handles.forEach(({ key, handle }) => store?.put(handle, key)),
    );
  }

  async copy(key: string): Promise<Blob | null> {
    const copy: unknown = await done(this.#store('readonly', 'copies').get(key));
    if (copy instanceof ArrayBuffer) return new Blob([copy]);
    return copy instanceof Blob ? copy : null;
  }

  /** Is null also for an unreadable entry. */
  async handle(key: string): Promise<ReadableFile | null> {
    const kept: unknown = await done(this.#store('readonly', 'handles').get(key));
    if (typeof FileSystemFileHandle !== 'function') return null;
    // A former version kept the file's handle alone.
    const { file, top } = fieldsOf(kept instanceof FileSystemFileHandle ? { file: kept } : kept);
    if (!(file instanceof FileSystemFileHandle)) return null;
    return { file, ...(top instanceof FileSystemDirectoryHandle && { top }) };
  }

  async keysWithBytes(): Promise<{ copies: Set<IDBValidKey>; handles: Set<IDBValidKey> }> {
    const [copies, handles] = await Promise.all([
      done(this.#store('readonly', 'copies').getAllKeys()),
      done(this.#store('readonly', 'handles').getAllKeys()),
    ]);
    return { copies: new Set(copies), handles: new Set(handles) };
  }

  remove(keys: readonly string[]): Promise<void> {
    return this.#delete(keys);
  }

  async clear(): Promise<void> {
    await this.#write(STORES, (stores) => stores.forEach((store) => store.clear()));
  }

  #delete(keys: readonly IDBValidKey[]): Promise<void> {
    return this.#write(STORES, (stores) => {
      for (const key of keys) for (const store of stores) store.delete(key);
    });
  }

  #store(mode: IDBTransactionMode, name: StoreName): IDBObjectStore {
    return this.database.transaction(name, mode).objectStore(name);
  }

  #write(names: readonly StoreName[], change: (stores: readonly IDBObjectStore[]) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction([...names], 'readwrite', { durability: 'relaxed' });
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('IndexedDB gave a change up')),
      );
      change(names.map((name) => transaction.objectStore(name)));
    });
  }
}

const MB = 1024 * 1024;
const MOST_OF_A_FILE = 50 * MB;
const MOST_OF_ALL = 500 * MB;
/** Of files with a handle: a copy needs no permission after a crash, but large ones are not written twice. */
const MOST_BY_HANDLE = 100 * MB;

interface FileToKeep {
  key: string;
  file: Blob;
  handle: ReadableFile | undefined;
}

/** Copies within limits, else handles. */
export class KeptBytes {
  readonly #sizes = new Map<string, number>();
  #all = 0;

  constructor(
    private readonly store: Pick<UploadStore, 'putCopies' | 'putHandles' | 'copy' | 'handle' | 'remove'>,
    private readonly limits = { ofAFile: MOST_OF_A_FILE, ofAll: MOST_OF_ALL },
  ) {}

  count(key: string, size: number): void {
    this.drop(key);
    this.#sizes.set(key, size);
    this.#all += size;
  }

  drop(key: string): void {
    this.#all -= this.#sizes.get(key) ?? 0;
    this.#sizes.delete(key);
  }

  /** Keeps as many bytes as the limits allow. Never rejects. */
  async keep(files: readonly FileToKeep[]): Promise<void> {
    const fresh = files.filter(({ key }) => !this.#sizes.has(key));
    const copies = fresh.filter(({ key, file, handle }) => {
      const ofAll = handle ? Math.min(MOST_BY_HANDLE, this.limits.ofAll) : this.limits.ofAll;
      if (file.size > this.limits.ofAFile || this.#all + file.size > ofAll) return false;
      this.count(key, file.size);
      return true;
    });
    const byHandle = fresh.flatMap(({ key, handle }) =>
      handle && !this.#sizes.has(key) ? [{ key, handle }] : [],
    );
    await this.#keepHandles(byHandle);
    await this.#keepCopies(copies);
    // Arrived by now.
    const over = [...byHandle, ...copies].map(({ key }) => key).filter((key) => !this.#sizes.has(key));
    if (over.length > 0) await this.store.remove(over).catch(() => undefined);
  }

  /** No room, or unreadable: the others one by one; it has to be chosen again. */
  async #keepCopies(copies: readonly FileToKeep[]): Promise<void> {
    if (copies.length === 0) return;
    await this.store.putCopies(copies).catch(async () => {
      for (const one of copies) await this.store.putCopies([one]).catch(() => this.#notCopied(one));
    });
  }

  async #notCopied({ key, handle }: FileToKeep): Promise<void> {
    this.drop(key);
    if (handle) await this.#keepHandles([{ key, handle }]);
  }

  async #keepHandles(handles: readonly { key: string; handle: ReadableFile }[]): Promise<void> {
    if (handles.length === 0) return;
    for (const { key } of handles) this.count(key, 0);
    await this.store.putHandles(handles).catch(() => handles.forEach(({ key }) => this.drop(key)));
  }

  /**
   * Null when missing, changed, or not readable without asking.
   * @param mayAsk the user has just clicked: the browser may ask
   */
  async read(
    key: string,
    { size, modified }: { size: number; modified: number },
    mayAsk = false,
  ): Promise<Blob | null> {
    try {
      const copy = await this.store.copy(key);
      if (copy) return copy.size === size ? copy : null;
      const handle = await this.store.handle(key);
      if (!handle || !(await mayRead(handle, mayAsk))) return null;
      const file = await handle.file.getFile();
      return file.size === size && file.lastModified === modified ? file : null;
    } catch {
      return null;
    }
  }
}

type AskingHandle = FileSystemHandle & {
  queryPermission?(descriptor: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(descriptor: { mode: 'read' }): Promise<PermissionState>;
};

/** Asks the user once for the whole folder that was dropped. */
async function mayRead({ file, top }: ReadableFile, mayAsk: boolean): Promise<boolean> {
  const state = await (file as AskingHandle).queryPermission?.({ mode: 'read' });
  if (state === undefined || state === 'granted') return true;
  const asked: AskingHandle = top ?? file;
  return mayAsk && (await asked.requestPermission?.({ mode: 'read' })) === 'granted';
}
