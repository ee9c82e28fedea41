import { eventTypeOf, type EventMessage } from '@skyshelf/contracts';
import type { ClientSession, Db } from 'mongodb';
import { traceProcessing } from '../event-spans.js';
import type { Consumer, EventHandler } from '../port.js';
import type { Pause } from './pause.js';
import { inTransaction } from './transaction.js';

export interface Mark {
  /** @throws StaleCursorError when another process was first */
  withEffect(session: ClientSession): Promise<void>;
  /** It is called after a handler without a transaction. */
  after(): void;
}

export class HandlerRun {
  private effect: Promise<unknown> | null = null;
  private committed = false;
  /** Kept whatever the handler made of it. */
  private effectError: unknown;

  constructor(
    private readonly consumer: Pick<Consumer, 'name' | 'db'>,
    private readonly pause: Pause,
    private readonly mark: Mark,
  ) {}

  /** @returns an error thrown after the commit: it can't be retried any more */
  async run(handler: EventHandler, event: EventMessage, attempt: number): Promise<{ late?: unknown }> {
    const context = {
      attempt,
      effect: <T>(work: (session: ClientSession, db: Db) => Promise<T>) => this.startEffect(work),
    };
    try {
      await traceProcessing(event, { consumer: this.consumer.name, attempt }, async (traced) => {
        await handler({ ...traced, data: parsed(event) }, context);
        await this.effect;
      });
    } catch (error) {
      await this.effect?.catch(() => undefined);
      if (this.committed) return { late: error };
      throw this.effectError ?? error;
    }
    if (this.effectError) throw this.effectError;
    if (!this.effect) this.mark.after();
    return {};
  }

  private startEffect<T>(work: (session: ClientSession, db: Db) => Promise<T>): Promise<T> {
    if (this.effect) throw new Error('effect() can run once for an event: put all its writes into one');
    const effect = inTransaction(this.consumer.db.client, this.pause, async (session) => {
      await this.mark.withEffect(session);
      return work(session, this.consumer.db);
    }).then(
      (result) => {
        this.committed = true;
        return result;
      },
      (error: unknown) => {
        this.effectError = error;
        throw error;
      },
    );
    this.effect = effect;
    effect.catch(() => undefined);
    return effect;
  }
}

/** Unknown fields are stripped; unknown types pass unchanged. */
function parsed(event: EventMessage): unknown {
  const type = eventTypeOf(event.type);
  return type ? type.data.parse(event.data) : event.data;
}
