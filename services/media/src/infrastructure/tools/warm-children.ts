import type { ChildProcess } from 'node:child_process';
import { DomainError } from '@skyshelf/contracts';
import { TryFailure } from '../../domain/refusal.js';
import type { Room } from './memory/tool-memory.js';
import { killChild, memoryFailure, roomOf } from './start-child.js';

export interface WarmChildrenOptions {
  /** Starts a child that sends `ready` and then one answer to each request. */
  start(signal: AbortSignal): Promise<ChildProcess>;
  /** Requests after which a child is replaced. */
  requestsEach: number;
  /** Whether a child has used so much that it is to be replaced after this answer. */
  isSpent(answer: unknown): boolean;
  /** How long a child without work is kept, milliseconds. */
  idleMs: number;
}

interface WarmChild {
  process: ChildProcess;
  requests: number;
  /** What it has sent last. */
  said: unknown;
  idle?: NodeJS.Timeout;
}

/** Children that are started once and answer many requests, one at a time each. There are as many as there are requests at the same time. */
export class WarmChildren {
  private readonly idle: WarmChild[] = [];

  constructor(private readonly options: WarmChildrenOptions) {}

  /**
   * Asks an idle child, or a new one. When `signal` aborts, the child is killed.
   * @param room for a request that takes much; it is left to the child
   * @param onBegun called with the child when it is ready and gets the request, and with what it has sent before
   * @throws TryFailure when the child has died over it; the signal's reason; DomainError `service.unavailable` when no child can be started
   */
  async ask(
    request: object,
    signal: AbortSignal,
    onBegun: (child: ChildProcess, said: unknown) => void,
    room?: Room,
  ): Promise<unknown> {
    signal.throwIfAborted();
    const child = this.takeIdle() ?? (await this.startChild(signal));
    const own = roomOf(child.process);
    const usual = own.need;
    own.begin(room?.need ?? usual);
    room?.leave();
    child.requests += 1;
    onBegun(child.process, child.said);
    let answer: unknown;
    try {
      answer = child.said = await answerOf(child.process, signal, () => child.process.send(request));
    } catch (error) {
      killChild(child.process);
      throw error;
    }
    if (child.requests >= this.options.requestsEach || this.options.isSpent(answer)) killChild(child.process);
    else this.keep(child);
    own.rest(usual);
    return answer;
  }

  /** One that is not being ended. */
  private takeIdle(): WarmChild | undefined {
    for (;;) {
      const child = this.idle.pop();
      clearTimeout(child?.idle);
      if (!child || roomOf(child.process).end === null) return child;
    }
  }

  /** Ends the children that have nothing to do. */
  close(): void {
    for (const { process, idle } of this.idle.splice(0)) {
      clearTimeout(idle);
      killChild(process);
    }
  }

  private async startChild(signal: AbortSignal): Promise<WarmChild> {
    const process = await this.options.start(signal);
    let said: unknown;
    try {
      said = await answerOf(process, signal, () => {});
    } catch (error) {
      killChild(process);
      if (signal.aborted) throw error;
      throw new DomainError('service.unavailable', { cause: error });
    }
    // Children without work keep no one from ending.
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

/** The next message of a child. */
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
