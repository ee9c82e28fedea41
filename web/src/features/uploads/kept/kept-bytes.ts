import type { ReadableFile } from '../tree/nodes.js';
import type { UploadStore } from './upload-store.js';

const MB = 1024 * 1024;
const MOST_OF_A_FILE = 50 * MB;
const MOST_OF_ALL = 500 * MB;
/** Of files with a handle: a copy needs no permission after a crash, but large ones are not written twice. */
const MOST_BY_HANDLE = 100 * MB;

export interface FileToKeep {
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

  /** As far as the limits allow. Never rejects. */
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

/** For the whole folder it was dropped with: the user is asked once. */
async function mayRead({ file, top }: ReadableFile, mayAsk: boolean): Promise<boolean> {
  const state = await (file as AskingHandle).queryPermission?.({ mode: 'read' });
  if (state === undefined || state === 'granted') return true;
  const asked: AskingHandle = top ?? file;
  return mayAsk && (await asked.requestPermission?.({ mode: 'read' })) === 'granted';
}
