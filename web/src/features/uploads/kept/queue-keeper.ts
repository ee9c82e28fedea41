import type { KeptQueue } from '../upload-deps.js';
import type { UploadKeeper } from '../upload-port.js';
import type { UploadStatus } from '../machine/upload.js';
import { rowOf } from './kept-row.js';
import type { KeptBytes } from './kept-bytes.js';
import type { UploadStore } from './upload-store.js';

/** What the queue is kept in, and as whose. */
export interface Keeping {
  store: UploadStore;
  bytes: KeptBytes;
  drive: string;
  tab: string;
}

/** Changes are gathered for so long; what must be there before a call is written at once. */
const GATHER_MS = 100;
/** Rows of one transaction: the page draws between two of them. */
const AT_ONCE = 200;

/** States that a later page has something to do with. */
const isOver = (status: UploadStatus | undefined): boolean => status === undefined || status === 'done';

/** Writes the queue to the browser's store as it changes, bytes a little later, and takes away what is over. */
export class QueueKeeper implements UploadKeeper {
  readonly #keptAs = new Map<number, string>();
  readonly #lastStatus = new Map<number, UploadStatus>();
  readonly #dirty = new Set<number>();
  readonly #copied = new Set<number>();
  #isDue = false;
  /** Later pages go on in the order of this one. */
  readonly #began = Date.now() * 1000;

  constructor(
    private readonly state: KeptQueue,
    private readonly opened: Promise<Keeping | null>,
  ) {
    state.list.subscribe((id) => this.#changed(id));
  }

  async save(ids: readonly number[], withBytes = false): Promise<void> {
    const keeping = await this.opened;
    if (!keeping || this.state.stopped) return;
    await this.#write(keeping, ids);
    if (withBytes) await this.#copy(keeping, ids);
  }

  async bytesOf(id: number, mayAsk = false): Promise<Blob | null> {
    const [keeping, upload] = [await this.opened, this.state.list.get(id)];
    return keeping && upload?.keptAs ? keeping.bytes.read(upload.keptAs, upload, mayAsk) : null;
  }

  async clear(): Promise<void> {
    const keeping = await this.opened;
    await keeping?.store.clear().catch(() => undefined);
  }

  #changed(id: number): void {
    if (this.state.stopped) return;
    const { status, keptAs } = this.state.list.get(id) ?? {};
    if (keptAs) this.#keptAs.set(id, keptAs);
    if (this.#lastStatus.get(id) === status) return;
    if (status === undefined) this.#lastStatus.delete(id);
    else this.#lastStatus.set(id, status);
    // On their way they are written when there is something new to know.
    if (status === 'sending' || status === 'finishing') return;
    this.#dirty.add(id);
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => void this.#flush(), GATHER_MS);
  }

  async #flush(): Promise<void> {
    const keeping = await this.opened;
    const ids = [...this.#dirty];
    this.#dirty.clear();
    this.#isDue = false;
    if (!keeping || this.state.stopped) return;
    const over = ids.filter((id) => isOver(this.state.list.get(id)?.status));
    await this.#remove(keeping, over);
    const open = ids.filter((id) => !isOver(this.state.list.get(id)?.status));
    for (let at = 0; at < open.length; at += AT_ONCE)
      await this.#write(keeping, open.slice(at, at + AT_ONCE));
    await this.#copyAhead(keeping, open);
  }

  async #remove({ store, bytes }: Keeping, ids: readonly number[]): Promise<void> {
    const keys = ids.flatMap((id) => this.#keptAs.get(id) ?? []);
    for (const id of ids) this.#keptAs.delete(id);
    for (const key of keys) bytes.drop(key);
    if (keys.length > 0) await store.remove(keys).catch(() => undefined);
  }

  async #write({ store, drive, tab }: Keeping, ids: readonly number[]): Promise<void> {
    const rows = ids.flatMap((id) => {
      const upload = this.state.list.get(id);
      return (upload && rowOf(upload, { drive, tab, order: this.#began + id })) ?? [];
    });
    // What can't be kept is lost with the page, as ever; sending goes on.
    if (rows.length > 0) await store.put(rows).catch(() => undefined);
  }

  /** Bytes of what has not come to its turn, in its order, a few at a time. */
  async #copyAhead(keeping: Keeping, ids: readonly number[]): Promise<void> {
    const STEP = 20;
    for (let at = 0; at < ids.length && !this.state.stopped; at += STEP) {
      const open = ids.slice(at, at + STEP).filter((id) => !isOver(this.state.list.get(id)?.status));
      await this.#copy(keeping, open);
    }
  }

  async #copy({ bytes }: Keeping, ids: readonly number[]): Promise<void> {
    const fresh = ids.filter((id) => !this.#copied.has(id));
    const files = fresh.flatMap((id) => {
      const [key, chosen] = [this.state.list.get(id)?.keptAs, this.state.files.get(id)];
      return key && chosen ? [{ key, file: chosen.file, handle: chosen.handle }] : [];
    });
    for (const id of fresh) this.#copied.add(id);
    if (files.length > 0) await bytes.keep(files);
  }
}
