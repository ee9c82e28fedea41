import type { EventMessage } from '@skyshelf/contracts';

interface Task {
  /** Work without an event goes alone. */
  event?: EventMessage;
  work(events: readonly EventMessage[]): Promise<void>;
  settle(error?: unknown): void;
}

/** Bounds the load of one drive's burst. */
const MOST_TOGETHER = 64;

export class Lane {
  private readonly tasks: Task[] = [];
  private running = false;

  /** @param together types of which events that follow one another go at once */
  constructor(
    private readonly onIdle: () => void,
    private readonly together: ReadonlySet<string>,
  ) {}

  get waiting(): number {
    return this.tasks.length;
  }

  /** Milliseconds since the epoch; null when no event waits. */
  get oldest(): number | null {
    const times = this.tasks.flatMap(({ event }) => (event ? [Date.parse(event.at)] : []));
    return times.length > 0 ? times.reduce((least, at) => Math.min(least, at)) : null;
  }

  /** `work` gets the events that go with this one: of the same type, pushed with the same `work`. */
  push(work: (events: readonly EventMessage[]) => Promise<void>, event?: EventMessage): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const settle = (error?: unknown): void => (error === undefined ? resolve() : reject(error));
    this.tasks.push({ work, settle, ...(event && { event }) });
    if (!this.running) void this.drain();
    return promise;
  }

  private async drain(): Promise<void> {
    this.running = true;
    await undefined; // so that one caller's events go together
    for (let run = this.next(); run[0]; run = this.next()) {
      const events = run.flatMap(({ event }) => event ?? []);
      const failure = await run[0].work(events).then(
        () => undefined,
        (error: unknown) => error ?? new Error('Failed without a reason'),
      );
      this.tasks.splice(0, run.length);
      for (const { settle } of run) settle(failure);
    }
    this.running = false;
    this.onIdle();
  }

  private next(): Task[] {
    const first = this.tasks[0];
    const type = first?.event?.type;
    if (type === undefined || !this.together.has(type)) return this.tasks.slice(0, 1);
    const end = this.tasks.findIndex(
      ({ event, work }, index) => event?.type !== type || work !== first?.work || index === MOST_TOGETHER,
    );
    return this.tasks.slice(0, end < 0 ? this.tasks.length : end);
  }
}
