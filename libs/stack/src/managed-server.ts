import { accepts } from '@skyshelf/host';
import { ServerProcess } from './processes/server-process.js';
import { waitUntilStopped } from './processes/stopped.js';
import type { ServerPlan } from './servers/server-plan.js';
import type { Proxies } from './servers/toxiproxy.js';
import type { StackServer } from './stack.js';

export const START_DEADLINE_MS = 240_000;

interface ManagedServerOptions {
  bound: boolean;
  proxies?: Proxies;
  /** Restores the state that the server loses when it ends. */
  restore?(): Promise<void>;
}

export class ManagedServer implements StackServer {
  readonly #process: ServerProcess;

  constructor(
    readonly plan: ServerPlan,
    private readonly options: ManagedServerOptions,
  ) {
    this.#process = new ServerProcess(plan.name, plan.folder);
  }

  get name(): string {
    return this.plan.name;
  }

  get log(): string {
    return this.#process.log;
  }

  pid(): number {
    return this.#process.pid();
  }

  isRunning(): boolean {
    return this.#process.isRunning();
  }

  async start(): Promise<void> {
    await this.launch();
    await this.serving();
    await this.options.restore?.();
  }

  /** Starts its proxy, too. A server with a dead owner is about to stop and is stopped first. */
  async launch(): Promise<void> {
    if (this.#process.isOrphan()) await this.#process.stop(this.plan.stopTimeoutMs);
    if (!this.#process.isRunning()) await this.#process.spawn(await this.plan.prepare(), this.options.bound);
    if (this.plan.port !== this.plan.clientPort)
      await this.options.proxies?.ensure(this.name, this.plan.clientPort, this.plan.port);
  }

  /** It may not serve yet. */
  accepting(): Promise<void> {
    return this.#process.waitFor(() => accepts(this.plan.port), START_DEADLINE_MS);
  }

  serving(): Promise<void> {
    return this.#process.waitFor(() => this.plan.serves(this.plan.port), START_DEADLINE_MS);
  }

  async healthy(): Promise<boolean> {
    return this.isRunning() && this.plan.serves(this.plan.clientPort);
  }

  stop(): Promise<void> {
    return this.#process.stop(this.plan.stopTimeoutMs);
  }

  kill(): Promise<void> {
    return this.#process.kill();
  }

  pause(): void {
    this.#process.signal('SIGSTOP');
    if (this.#process.isRunning()) waitUntilStopped(this.#process.pid());
  }

  resume(): void {
    this.#process.signal('SIGCONT');
  }

  async cut(how: 'refuse' | 'silence' = 'refuse'): Promise<void> {
    const proxies = this.#proxies();
    await (how === 'refuse' ? proxies.refuse(this.name) : proxies.silence(this.name));
  }

  async reconnect(): Promise<void> {
    await this.#proxies().reconnect(this.name);
  }

  #proxies(): Proxies {
    if (this.options.proxies) return this.options.proxies;
    throw new Error(`${this.name} has no proxy before it: start the stack with \`proxied\``);
  }
}
