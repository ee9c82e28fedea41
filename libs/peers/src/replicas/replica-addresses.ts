import type { Logger } from '@skyshelf/telemetry';
import { FollowedName, isName } from './followed-name.js';
import { createNameLookup, type NameLookup } from './name-lookup.js';

export interface NamesOptions {
  /** Default: as the system does. */
  lookup?: NameLookup;
  /** Is told when a name can't be looked up, once until it can. */
  logger?: Pick<Logger, 'warn'>;
}

let systemLookup: NameLookup | undefined;

/** Where a service's replicas are: addresses that stay, and names whose addresses come and go. */
export class ReplicaAddresses {
  readonly #fixed: readonly string[];
  readonly #names: readonly FollowedName[];

  /** @param changed is called after each change, not for what is known at first */
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

  /** Looks names up at once, or as soon as they may be again. */
  async look(): Promise<void> {
    await Promise.all(this.#names.map((each) => each.look()));
  }

  /** Why no replica is known. */
  get trouble(): unknown {
    return this.#names.map(({ trouble }) => trouble).find((each) => each !== null) ?? undefined;
  }

  close(): void {
    for (const each of this.#names) each.close();
  }
}
