const PREFIX = 'upload-parts:';
/** As long as an upload may go on. */
const KEPT_MS = 7 * 24 * 3600_000;

type Kept = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

export type Etags = Readonly<Record<number, string>>;

/** Stores give ETags to the sender alone; without them a part counts as not sent. */
export class RememberedParts {
  readonly #due = new Map<string, Etags>();

  constructor(
    private readonly kept: Kept,
    private readonly now: () => number,
  ) {}

  of(uploadId: string): Etags {
    this.#forgetOld();
    return (
      this.#due.get(uploadId) ?? Object.fromEntries(readEntry(this.kept, PREFIX + uploadId)?.parts ?? [])
    );
  }

  keep(uploadId: string, etags: Etags): void {
    if (this.#due.size === 0) queueMicrotask(() => this.#write());
    this.#due.set(uploadId, etags);
  }

  #write(): void {
    for (const [uploadId, etags] of this.#due) {
      const parts = Object.entries(etags).map(([part, etag]) => [Number(part), etag]);
      try {
        if (parts.length === 0) this.kept.removeItem(PREFIX + uploadId);
        else this.kept.setItem(PREFIX + uploadId, JSON.stringify({ at: this.now(), parts }));
      } catch {
        // No room: after a reload these parts are sent again.
      }
    }
    this.#due.clear();
  }

  #forgetOld(): void {
    const keys = Array.from({ length: this.kept.length }, (_, index) => this.kept.key(index) ?? '');
    for (const key of keys.filter((each) => each.startsWith(PREFIX)))
      if (this.now() - (readEntry(this.kept, key)?.at ?? 0) > KEPT_MS) this.kept.removeItem(key);
  }
}

/** Null for garbage. */
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
