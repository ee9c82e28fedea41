import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const subscription = z.object({
  id: z.string(),
  plan: z.string(),
  itemNumber: z.string(),
  price: z.string(),
  currency: z.string(),
  custom: z.string(),
  state: z.enum(['active', 'failing', 'cancelled', 'ended']),
  /** Order: latest first, without refunds. */
  payments: z.array(z.string()),
});
export type LocalSubscription = z.infer<typeof subscription>;

const ledger = z.object({
  /** Makes ids unique to this ledger. */
  run: z.string(),
  count: z.number().int(),
  subscriptions: z.array(subscription),
  /** SHA-256 of the last messages sent. */
  sent: z.array(z.string()),
});

const MOST_SENT = 5000;

const hashOf = (message: Buffer): string => createHash('sha256').update(message).digest('base64url');

/** Without the file, purchases can't be changed here any more. */
export class Ledger {
  #kept: z.infer<typeof ledger>;

  constructor(
    private readonly file: string,
    run: string,
  ) {
    this.#kept = read(file) ?? { run, count: 0, subscriptions: [], sent: [] };
  }

  get subscriptions(): readonly LocalSubscription[] {
    return this.#kept.subscriptions;
  }

  id(kind: 'I' | 'T'): string {
    this.#kept.count += 1;
    return `${kind}-${this.#kept.run}-${this.#kept.count}`;
  }

  /** Order: newest first. */
  keep(changed: LocalSubscription): void {
    const others = this.#kept.subscriptions.filter(({ id }) => id !== changed.id);
    this.#kept.subscriptions = [changed, ...others];
    this.#write();
  }

  sends(messages: readonly Buffer[]): void {
    this.#kept.sent = [...this.#kept.sent, ...messages.map(hashOf)].slice(-MOST_SENT);
    this.#write();
  }

  hasSent(message: Buffer): boolean {
    return this.#kept.sent.includes(hashOf(message));
  }

  #write(): void {
    writeFileSync(`${this.file}.new`, JSON.stringify(this.#kept), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }
}

function read(file: string): z.infer<typeof ledger> | undefined {
  try {
    return ledger.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
