import { keyNames, type InstallationKeys, type KeyName } from './installation-keys.js';

/** The first key known for long enough signs, so that no one meets a signature by an unread key. */
export class KeyOrder {
  /** Key → when it was first seen, milliseconds. Those of the start count as old. */
  readonly #seen = new Map<string, number>();
  #given: InstallationKeys | null = null;
  #current: InstallationKeys | null = null;

  constructor(
    private readonly shownFirstMs: number,
    private readonly monotonic: () => number,
  ) {}

  begin(keys: InstallationKeys): InstallationKeys {
    this.#note(keys, -Infinity);
    this.#given = this.#current = keys;
    return keys;
  }

  take(keys: InstallationKeys): void {
    this.#note(keys, this.monotonic());
    this.#given = keys;
  }

  /** The same object while the order is the same. */
  current(): InstallationKeys {
    const given = this.#given;
    if (!given) throw new Error('No keys were read yet.');
    const { internalKeys, grantKeys, receiptKeys, tokenKeys } = given;
    const ordered: InstallationKeys = {
      internalKeys: this.#settledFirst('internalKeys', internalKeys),
      grantKeys: this.#settledFirst('grantKeys', grantKeys),
      receiptKeys: this.#settledFirst('receiptKeys', receiptKeys),
      tokenKeys: this.#settledFirst('tokenKeys', tokenKeys),
    };
    if (!this.#current || JSON.stringify(ordered) !== JSON.stringify(this.#current)) this.#current = ordered;
    return this.#current;
  }

  #note(keys: InstallationKeys, at: number): void {
    const all = new Set(keyNames.flatMap((name) => keys[name].map((key) => idOf(name, key))));
    for (const id of this.#seen.keys()) if (!all.has(id)) this.#seen.delete(id);
    for (const id of all) if (!this.#seen.has(id)) this.#seen.set(id, at);
  }

  /** Makes the first key sign at once when all are new: the others were removed on purpose. */
  #settledFirst<K>(name: KeyName, keys: readonly K[]): readonly K[] {
    const at = keys.findIndex((key) => this.#isSettled(idOf(name, key)));
    const settled = keys[at];
    return at <= 0 || settled === undefined ? keys : [settled, ...keys.filter((_, index) => index !== at)];
  }

  #isSettled(id: string): boolean {
    const since = this.#seen.get(id);
    return since !== undefined && this.monotonic() - since >= this.shownFirstMs;
  }
}

const idOf = (name: KeyName, key: unknown): string => `${name} ${JSON.stringify(key)}`;
