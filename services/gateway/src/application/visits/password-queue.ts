/**
 * One password is hashed at a time, since that takes a core; of each client one waits for that, so that a client
 * with many waits for itself.
 */
export class PasswordQueue {
  readonly #waiting: (() => void)[] = [];
  readonly #last = new Map<string, Promise<unknown>>();
  #running = 0;

  constructor(private readonly most = 1) {}

  async run<A>(client: string, work: () => Promise<A>): Promise<A> {
    const before = this.#last.get(client) ?? Promise.resolve();
    const mine = before.then(() => this.#inTurn(work));
    const settled = mine.catch(() => {});
    this.#last.set(client, settled);
    try {
      return await mine;
    } finally {
      if (this.#last.get(client) === settled) this.#last.delete(client);
    }
  }

  async #inTurn<A>(work: () => Promise<A>): Promise<A> {
    if (this.#running >= this.most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
