import type { ReadableFile } from '../tree/nodes.js';
import type { UploadStore } from './upload-store.js';

const MB = 1024 * 1024;
/** Larger files are not copied. */
const MOST_OF_A_FILE = 50 * MB;
/** All copies of a browser together. */
const MOST_OF_ALL = 500 * MB;
/**
 * The same of files that can also be read again by handle: a copy needs no one's leave after a crash, but a large
 * upload shall not be written twice.
 */
const MOST_BY_HANDLE = 100 * MB;

export interface FileToKeep {
  key: string;
  file: Blob;
  handle: ReadableFile | undefined;
}

/** The bytes of files as they outlive the page: as a copy within limits, else by a handle where there is one. */
export class KeptBytes {
  readonly #sizes = new Map<string, number>();
  #all = 0;

  constructor(
    private readonly store: Pick<UploadStore, 'putCopies' | 'putHandles' | 'copy' | 'handle' | 'remove'>,
    private readonly limits = { ofAFile: MOST_OF_A_FILE, ofAll: MOST_OF_ALL },
  ) {}

  /** Copies that were there before the page was. */
  count(key: string, size: number): void {
    this.drop(key);
    this.#sizes.set(key, size);
    this.#all += size;
  }

  /** Its bytes are not needed any more; the store has dropped them. */
  drop(key: string): void {
    this.#all -= this.#sizes.get(key) ?? 0;
    this.#sizes.delete(key);
  }

  /** Resolves when they outlive the page, as far as the limits let them. Never rejects. */
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
    // What has arrived in the meantime is not needed any more.
    const over = [...byHandle, ...copies].map(({ key }) => key).filter((key) => !this.#sizes.has(key));
    if (over.length > 0) await this.store.remove(over).catch(() => undefined);
  }

  /**
   * No room, or a file that can't be read: the others are tried one by one, it has to be chosen again, if it comes to
   * that.
   */
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
   * The bytes of a file; null when they are not there, are others by now, or may not be read without asking.
   * @param mayAsk whether the user has just clicked, so that the browser may ask
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

/** Not yet in TypeScript's library. */
type AskingHandle = FileSystemHandle & {
  queryPermission?(descriptor: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(descriptor: { mode: 'read' }): Promise<PermissionState>;
};

/** Asks for the whole folder that a file was dropped with, so that the user is asked once. */
async function mayRead({ file, top }: ReadableFile, mayAsk: boolean): Promise<boolean> {
  const state = await (file as AskingHandle).queryPermission?.({ mode: 'read' });
  if (state === undefined || state === 'granted') return true;
  const asked: AskingHandle = top ?? file;
  return mayAsk && (await asked.requestPermission?.({ mode: 'read' })) === 'granted';
}
