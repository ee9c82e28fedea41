import type { KeptQueue, UploadKeeper } from '../upload-port.js';
import type { Upload } from '../machine/upload.js';
import { rowOf } from './kept-upload.js';
import type { KeptBytes } from './kept-bytes.js';
import type { UploadStore } from './upload-store.js';

export interface Keeping {
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
  /** Later pages go on in order. */
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
