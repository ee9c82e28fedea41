import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@skyshelf/contracts';
import type { Logger } from '@skyshelf/telemetry';
import { killWhenUnresponsive, livenessLimits, type LivenessLimits, becomesReady } from './health.js';
import type { ReplicaSlot } from './process-plan.js';
import type { ServiceProcess } from './service-process.js';

export interface ReplicaDeps {
  logger: Logger;
  /** @param replica its number within its service */
  spawn(slot: ReplicaSlot, replica: number): ServiceProcess;
  leaveWithinMs: number;
  liveness?: LivenessLimits;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** Uptime after which earlier deaths are forgotten. */
const STEADY_MS = 30_000;
const EX_CONFIG = 'exit code 78';
/** Deaths before the first readiness until the start is given up. */
const TRIES = 5;

/** Restarts a process by moving to another slot. */
export class Replica {
  private process: ServiceProcess | null = null;
  private pauseMs = FIRST_PAUSE_MS;
  private stopped = false;
  private deaths = 0;

  constructor(
    readonly service: ServiceName,
    /** It counts from 1. */
    readonly number: number,
    private slot: ReplicaSlot,
    private readonly deps: ReplicaDeps,
  ) {}

  get name(): string {
    return `${this.service}-${this.number}`;
  }

  get url(): string {
    return this.slot.url;
  }

  get publicUrl(): string | undefined {
    return this.slot.public?.url;
  }

  /** Null while it is dead. */
  get pid(): number | null {
    return this.process?.running ? this.process.pid : null;
  }

  /** @throws {Error} with its last words when it does not get ready */
  async start(): Promise<void> {
    this.keep(this.deps.spawn(this.slot, this.number));
    const goOn = () => !this.stopped && this.deaths < TRIES && this.process?.outcome !== EX_CONFIG;
    if (await becomesReady(this.url, goOn)) {
      this.deaths = 0;
      this.process?.heard();
    } else throw new Error(`${this.name} does not get ready.\n${this.process?.lastWords() ?? ''}`);
  }

  /**
   * A new process gets ready in a free slot, then the old one leaves.
   * @returns the freed slot
   * @throws {Error} with its last words when the new one does not get ready; the old one stays
   */
  async moveTo(slot: ReplicaSlot): Promise<ReplicaSlot> {
    const fresh = this.deps.spawn(slot, this.number);
    if (!(await becomesReady(slot.url, () => fresh.running && !this.stopped))) {
      await fresh.stop(0);
      throw new Error(`${this.name} did not get ready at its new place.\n${fresh.lastWords()}`);
    }
    fresh.heard();
    const { process: old, slot: left } = this;
    this.slot = slot;
    this.keep(fresh);
    if (old?.running) await old.leave(this.deps.leaveWithinMs);
    this.deps.logger.info({ replica: this.name, pid: fresh.pid }, 'restarted');
    return left;
  }

  async stop(withinMs: number): Promise<void> {
    this.stopped = true;
    if (this.process?.running) await this.process.stop(withinMs);
  }

  private keep(process: ServiceProcess): void {
    this.process = process;
    void process.whenEnded().then(() => this.died(process));
    void this.watch(process);
  }

  private async watch(process: ServiceProcess): Promise<void> {
    const { liveness = livenessLimits, logger } = this.deps;
    if ((await killWhenUnresponsive(process, this.slot.url, liveness)) === 'killed')
      logger.error({ replica: this.name, pid: process.pid }, 'answered no more and was ended');
  }

  private async died(process: ServiceProcess): Promise<void> {
    if (this.stopped || this.process !== process) return;
    this.deaths += 1;
    const { outcome } = process;
    this.deps.logger.error({ replica: this.name, outcome, pid: process.pid }, 'ended unasked');
    if (performance.now() - process.startedAt > STEADY_MS) this.pauseMs = FIRST_PAUSE_MS;
    await pause(this.pauseMs);
    this.pauseMs = Math.min(LONGEST_PAUSE_MS, this.pauseMs * 2);
    if (this.stopped || this.process !== process) return;
    this.keep(this.deps.spawn(this.slot, this.number));
    this.deps.logger.warn({ replica: this.name, pid: this.process.pid }, 'started again');
  }
}
