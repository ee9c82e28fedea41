interface Waiting {
  /** The number of the client's passwords that were hashed since the queue was last empty. */
  before: number;
  begin(): void;
}

/**
 * One password is hashed at a time, since that takes a core. Of each client one waits for that, so that a client
 * with many waits for itself; a client's first goes before the further ones of others, so that a person with the right
 * password does not wait for those who guess.
 */
export class PasswordQueue {
  readonly #waiting: Waiting[] = [];
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #hashed = new Map<string, number>();
  #running = 0;

  constructor(private readonly most = 1) {}

  async run<A>(client: string, work: () => Promise<A>): Promise<A> {
    const before = this.#last.get(client) ?? Promise.resolve();
    const mine = before.then(() => this.#inTurn(client, work));
    const settled = mine.catch(() => {});
    this.#last.set(client, settled);
    try {
      return await mine;
    } finally {
      if (this.#last.get(client) === settled) this.#last.delete(client);
      if (this.#last.size === 0) this.#hashed.clear();
    }
  }

  async #inTurn<A>(client: string, work: () => Promise<A>): Promise<A> {
    const before = this.#hashed.get(client) ?? 0;
    this.#hashed.set(client, before + 1);
    if (this.#running >= this.most) await new Promise<void>((begin) => this.#waiting.push({ before, begin }));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#takeNext();
      if (next) next.begin();
      else this.#running -= 1;
    }
  }

  #takeNext(): Waiting | undefined {
    const least = Math.min(...this.#waiting.map(({ before }) => before));
    const at = this.#waiting.findIndex(({ before }) => before === least);
    return this.#waiting.splice(at, at < 0 ? 0 : 1)[0];
  }
}
