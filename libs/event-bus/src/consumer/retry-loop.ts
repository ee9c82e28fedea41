import type { EventMessage } from '@skyshelf/contracts';
import { ConsumerStoppedError, type ConsumerDeps } from './consumer-deps.js';
import { StaleCursorError } from './cursors.js';
import { isInfrastructureError } from './infrastructure-error.js';
import { OutageGate } from './outage-gate.js';
import { pauseAfter } from './pause.js';

export interface Failure {
  error: unknown;
  tries: number;
}

/** Outages are waited for without end; a handler's own errors have a number of tries. */
export class RetryLoop {
  readonly gate: OutageGate;
  private readonly limit: ConcurrencyLimit;

  constructor(
    private readonly deps: ConsumerDeps,
    private readonly signal: AbortSignal,
  ) {
    this.gate = new OutageGate(deps.consumer.name, deps.log, deps.pause, deps.outagePause, signal);
    this.limit = new ConcurrencyLimit(deps.concurrency);
  }

  /** Errors other than outages are thrown, unless `anyError`. */
  async through<T>(work: () => Promise<T>, anyError = false): Promise<T> {
    for (let outages = 0; ;) {
      await this.gate.pass();
      this.refuseWhenStopped();
      try {
        const result = await work();
        this.gate.succeeded();
        return result;
      } catch (error) {
        if (!anyError && !isInfrastructureError(error)) throw error;
        outages += 1;
        this.deps.metrics.outages.add({});
        this.gate.failed(error);
      }
      // One failing event must not hold the gate shut for the others.
      if (outages > 1) await this.wait(pauseAfter(this.deps.outagePause, outages));
    }
  }

  once<T>(work: () => Promise<T>): Promise<T> {
    return this.through(() => this.limit.run(work));
  }

  /**
   * @returns null when the handler succeeded
   * @throws StaleCursorError at once: the event is not ours any more
   */
  async tries(event: EventMessage, once: (attempt: number) => Promise<void>): Promise<Failure | null> {
    const { retry, consumer, metrics, log } = this.deps;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.once(() => once(attempt));
        return null;
      } catch (error) {
        if (error instanceof StaleCursorError || error instanceof ConsumerStoppedError) throw error;
        if (attempt >= retry.tries) return { error, tries: attempt };
        metrics.retries.add({ type: event.type });
        log.warn(
          { consumer: consumer.name, event: event.id, type: event.type, attempt, err: error },
          'A handler failed and will be tried again',
        );
      }
      await this.wait(pauseAfter(retry, attempt));
    }
  }

  private async wait(ms: number): Promise<void> {
    await this.deps.pause(ms, this.signal).catch(() => undefined);
    this.refuseWhenStopped();
  }

  private refuseWhenStopped(): void {
    if (this.signal.aborted) throw new ConsumerStoppedError(this.deps.consumer.name);
  }
}

class ConcurrencyLimit {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly limit: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.limit) await new Promise<void>((go) => this.waiting.push(go));
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
