const PREFIX = 'upload-parts:';
/** As long as an upload may go on. */
const KEPT_MS = 7 * 24 * 3600_000;

type Kept = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/**
 * ETags of the parts of an upload, by number, that a reload of the page leaves: an object store gives them to the sender alone, and without them a part
 * counts as not sent. Kept in the browser; written once for what changes in one go.
 */
export class RememberedParts extends Map<number, string> {
  #writing = false;

  constructor(
    private readonly kept: Kept,
    private readonly uploadId: string,
    private readonly now: () => number,
  ) {
    super();
    for (const [partNumber, etag] of readParts(kept, uploadId)) super.set(partNumber, etag);
    this.#forgetOld();
  }

  override set(partNumber: number, etag: string): this {
    super.set(partNumber, etag);
    this.#write();
    return this;
  }

  override delete(partNumber: number): boolean {
    this.#write();
    return super.delete(partNumber);
  }

  override clear(): void {
    super.clear();
    this.#write();
  }

  #write(): void {
    if (this.#writing) return;
    this.#writing = true;
    queueMicrotask(() => {
      this.#writing = false;
      const key = PREFIX + this.uploadId;
      try {
        if (this.size === 0) this.kept.removeItem(key);
        else this.kept.setItem(key, JSON.stringify({ at: this.now(), parts: [...this] }));
      } catch {
        // No room: after a reload these parts are sent again.
      }
    });
  }

  #forgetOld(): void {
    const keys = Array.from({ length: this.kept.length }, (_, index) => this.kept.key(index) ?? '');
    for (const key of keys.filter((each) => each.startsWith(PREFIX)))
      if (this.now() - (readEntry(this.kept, key)?.at ?? 0) > KEPT_MS) this.kept.removeItem(key);
  }
}

const readParts = (kept: Kept, uploadId: string): [number, string][] =>
  readEntry(kept, PREFIX + uploadId)?.parts ?? [];

/** Null for what no one wrote like that. */
function readEntry(kept: Kept, key: string): { at: number; parts: [number, string][] } | null {
  try {
    const entry: unknown = JSON.parse(kept.getItem(key) ?? 'null');
    if (typeof entry !== 'object' || entry === null || !('at' in entry) || !('parts' in entry)) return null;
    const { at, parts } = entry;
    if (typeof at !== 'number' || !Array.isArray(parts)) return null;
    return { at, parts: parts.filter(isPart) };
  } catch {
    return null;
  }
}

const isPart = (each: unknown): each is [number, string] =>
  Array.isArray(each) && typeof each[0] === 'number' && typeof each[1] === 'string';
