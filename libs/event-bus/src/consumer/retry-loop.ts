import { backoffMs, type Backoff, type EventMessage } from '@skyshelf/contracts';
import { type ConsumerDeps, ConsumerStoppedError } from './consumer-deps.js';
import { StaleCursorError } from './cursors.js';
import { isInfrastructureError } from './infrastructure-error.js';
import type { Pause } from './pause.js';
import type { BusLog } from '../bus-options.js';

/** Pauses grow until something succeeds. */
class OutageGate {
  private shut: Promise<void> | null = null;
  private failures = 0;

  constructor(
    private readonly consumer: string,
    private readonly log: BusLog,
    private readonly pause: Pause,
    private readonly pauses: Backoff,
    private readonly signal: AbortSignal,
  ) {}

  /** It is true from the first error of an outage until the next success. */
  get paused(): boolean {
    return this.failures > 0;
  }

  async pass(): Promise<void> {
    while (this.shut) await this.shut;
  }

  failed(error: unknown): void {
    if (this.shut) return;
    this.failures += 1;
    const ms = backoffMs(this.pauses, this.failures);
    const fields = {
      alert: 'consumer-paused',
      consumer: this.consumer,
      err: error,
      failures: this.failures,
      pauseMs: ms,
    };
    if (this.failures === 1) this.log.warn(fields, 'The consumer pauses: an outage');
    else this.log.error(fields, 'The consumer is still paused: an outage');
    this.shut = this.pause(ms, this.signal)
      .catch(() => undefined)
      .finally(() => {
        this.shut = null;
      });
  }

  succeeded(): void {
    if (this.failures === 0) return;
    this.log.info({ consumer: this.consumer, failures: this.failures }, 'The consumer goes on');
    this.failures = 0;
  }
}

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
      if (outages > 1) await this.wait(backoffMs(this.deps.outagePause, outages));
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
      await this.wait(backoffMs(retry, attempt));
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
