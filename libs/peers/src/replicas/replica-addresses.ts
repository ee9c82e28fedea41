import type { Logger } from '@skyshelf/telemetry';
import { FollowedName, isName, createNameLookup, type NameLookup } from './followed-name.js';

export interface NamesOptions {
  /** Default: the system's. */
  lookup?: NameLookup;
  /** It warns once until the names can be looked up. */
  logger?: Pick<Logger, 'warn'>;
}

let systemLookup: NameLookup | undefined;

export class ReplicaAddresses {
  readonly #fixed: readonly string[];
  readonly #names: readonly FollowedName[];

  /** @param changed after each change, not for the initial addresses */
  constructor(given: readonly string[], { lookup, logger }: NamesOptions, changed: () => void) {
    this.#fixed = given.filter((each) => !isName(each));
    this.#names = given.filter(isName).map(
      (each) =>
        new FollowedName(each, {
          lookup: lookup ?? (systemLookup ??= createNameLookup()),
          changed,
          onTrouble: (error) =>
            logger?.warn({ err: error, address: each }, 'replicas cannot be looked up, those known stay'),
        }),
    );
  }

  current(): string[] {
    return [...new Set([...this.#fixed, ...this.#names.flatMap(({ addresses }) => addresses)])];
  }

  /** Looks now or as soon as allowed. */
  async look(): Promise<void> {
    await Promise.all(this.#names.map((each) => each.look()));
  }

  get trouble(): unknown {
    return this.#names.map(({ trouble }) => trouble).find((each) => each !== null) ?? undefined;
  }

  close(): void {
    for (const each of this.#names) each.close();
  }
}
