import type { ChildProcess } from 'node:child_process';
import { DomainError } from '@skyshelf/contracts';
import { workClock } from '../../application/work-clock.js';
import { TryFailure } from '../../domain/refusal.js';
import type { Room } from './memory/tool-memory.js';
import { processorUse } from './processor-use.js';
import { killChild, memoryFailure, roomOf } from './start-child.js';

export interface WarmChildrenOptions {
  /** It sends `ready`, then one answer a request. */
  start(signal: AbortSignal): Promise<ChildProcess>;
  requestsEach: number;
  isSpent(answer: unknown): boolean;
  /** The milliseconds of processor time that the answer reports: cheaper than measuring. */
  usedMs(answer: unknown): number;
  idleMs: number;
}

interface WarmChild {
  process: ChildProcess;
  requests: number;
  said: unknown;
  idle?: NodeJS.Timeout;
}

/** Keeps as many children as there are concurrent requests. */
export class WarmChildren {
  private readonly idle: WarmChild[] = [];

  constructor(private readonly options: WarmChildrenOptions) {}

  /**
   * @param room passes to the child
   * @param onBegun called when the child gets the request
   * @throws TryFailure when the child died over it; the signal's reason, with the child dead; DomainError
   * `service.unavailable` when none can be started
   */
  async ask(request: object, signal: AbortSignal, onBegun: () => void, room?: Room): Promise<unknown> {
    signal.throwIfAborted();
    const child = this.takeIdle() ?? (await this.startChild(signal));
    const own = roomOf(child.process);
    const usual = own.need;
    own.begin(room?.need ?? usual);
    room?.leave();
    child.requests += 1;
    const { pid } = child.process;
    const unwatch = workClock().watch(() => processorUse(pid), this.options.usedMs(child.said));
    onBegun();
    let answer: unknown;
    try {
      answer = child.said = await answerOf(child.process, signal, () => child.process.send(request));
    } catch (error) {
      killChild(child.process);
      throw error;
    } finally {
      unwatch();
    }
    if (child.requests >= this.options.requestsEach || this.options.isSpent(answer)) killChild(child.process);
    else this.keep(child);
    own.rest(usual);
    return answer;
  }

  /** Not being ended. */
  private takeIdle(): WarmChild | undefined {
    for (;;) {
      const child = this.idle.pop();
      clearTimeout(child?.idle);
      if (!child || roomOf(child.process).end === null) return child;
    }
  }

  close(): void {
    for (const { process, idle } of this.idle.splice(0)) {
      clearTimeout(idle);
      killChild(process);
    }
  }

  private async startChild(signal: AbortSignal): Promise<WarmChild> {
    const process = await this.options.start(signal);
    const unwatch = workClock().watch(() => processorUse(process.pid));
    let said: unknown;
    try {
      said = await answerOf(process, signal, () => {});
    } catch (error) {
      killChild(process);
      if (signal.aborted) throw error;
      throw new DomainError('service.unavailable', { cause: error });
    } finally {
      unwatch();
    }
    // Idle children keep no one from ending.
    process.unref();
    process.channel?.unref();
    process.once('exit', () => this.forget(process));
    return { process, requests: 0, said };
  }

  private keep(child: WarmChild): void {
    child.idle = setTimeout(() => {
      this.forget(child.process);
      killChild(child.process);
    }, this.options.idleMs);
    child.idle.unref();
    this.idle.push(child);
  }

  private forget(process: ChildProcess): void {
    const index = this.idle.findIndex((each) => each.process === process);
    if (index >= 0) clearTimeout(this.idle.splice(index, 1)[0]?.idle);
  }
}

function answerOf(child: ChildProcess, signal: AbortSignal, ask: () => void): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const died = (code: number | null, killed: string | null) => {
    const cause = new Error(`The child has ended: ${killed ?? `exit code ${code}`}.`);
    reject(memoryFailure(child, cause) ?? new TryFailure('died', cause));
  };
  const aborted = () => reject(signal.reason);
  child.once('message', resolve);
  child.once('exit', died);
  signal.addEventListener('abort', aborted, { once: true });
  child.channel?.ref();
  ask();
  return promise.finally(() => {
    child.off('message', resolve).off('exit', died);
    child.channel?.unref();
    signal.removeEventListener('abort', aborted);
  });
}
