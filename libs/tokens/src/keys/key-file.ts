import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { keysChangedAt, parseKeys, type InstallationKeys, type KeyName } from './installation-keys.js';
import { KeyOrder } from './key-order.js';

export interface KeyFileOptions {
  path: string;
  needed: readonly KeyName[];
  /** Each problem with the file once; the keys stay. */
  logger?: { error(fields: { reason: string }, message: string): void };
  everyMs?: number;
  /** A new key is published so long before it signs, milliseconds: by then all have read it. */
  shownFirstMs?: number;
  monotonic?(): number;
}

const EVERY_MS = 2_000;
const SHOWN_FIRST_MS = 20_000;

/**
 * One JSON file, watched by content, which works through renames, links (Kubernetes) and wrong clocks. One
 * edit changes a key: a new first key verifies at once, and signs when other processes have had time to read
 * it.
 */
export class KeyFile {
  #keys: InstallationKeys;
  #text: string;
  #trouble: string | null = null;
  readonly #order: KeyOrder;
  readonly #timer: NodeJS.Timeout;

  /** @throws {Error} when it can't be read: without its keys a process can't start */
  constructor(private readonly options: KeyFileOptions) {
    const { path, needed, everyMs = EVERY_MS, shownFirstMs = SHOWN_FIRST_MS } = options;
    this.#text = readFileSync(path, 'utf8');
    this.#order = new KeyOrder(shownFirstMs, options.monotonic ?? (() => performance.now()));
    this.#keys = this.#order.begin(parseKeys(this.#text, needed));
    this.#checkChanged();
    this.#timer = setInterval(() => void this.look(), everyMs).unref();
  }

  /** The same object until something changes. */
  readonly current = (): InstallationKeys => this.#keys;

  get changedAt(): Date | null {
    const at = keysChangedAt(this.#text);
    return at === 'wrong' ? null : at;
  }

  /** Why the present file can't be used; null when it can. */
  get trouble(): string | null {
    return this.#trouble;
  }

  async look(): Promise<void> {
    const { path, needed, logger } = this.options;
    try {
      const text = await readFile(path, 'utf8');
      if (text !== this.#text) {
        this.#order.take(parseKeys(text, needed));
        this.#text = text;
        this.#checkChanged();
      }
      this.#keys = this.#order.current();
      this.#trouble = null;
    } catch (error) {
      const why = `${path}: ${(error as Error).message}`;
      if (why !== this.#trouble)
        logger?.error({ reason: why }, 'the keys could not be read again, those known stay');
      this.#trouble = why;
    }
  }

  #checkChanged(): void {
    if (keysChangedAt(this.#text) !== 'wrong') return;
    const reason = `${this.options.path}: changed is no day, such as 2026-11-27`;
    this.options.logger?.error({ reason }, 'how old the keys are is not known');
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
