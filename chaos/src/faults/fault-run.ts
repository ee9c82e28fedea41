import { setTimeout as sleep } from 'node:timers/promises';
import type { History } from '../history/history.js';
import type { Target, Victim } from '../target/target.js';
import type { PlannedFault } from './fault-plan.js';
import { holdDrives } from './held-drives.js';

export interface FaultRunOptions {
  target: Target;
  history: History;
  inFlight(): number;
  /** Afterwards no fault begins. */
  isOver(): boolean;
  /** Is told before each blow. */
  strikes(): void;
  /** Is told when all is well again. */
  struck(fault: { kind: string; inFlight: number }): void;
  progress(line: string): void;
}

/** Requests that a blow waits for: a fault while no one asks anything shows nothing. */
const ENOUGH = 10;
const ENOUGH_WITHIN_MS = 3_000;
const WELL_WITHIN_MS = 300_000;

/**
 * Strikes one victim after the other; the next only when everything is well again, so that never a majority is down.
 * @param plan what is left of it may be gone on with
 */
export async function runFaults(plan: Iterator<PlannedFault>, options: FaultRunOptions): Promise<void> {
  const { target, isOver } = options;
  for (let next = plan.next(); !next.done; next = plan.next()) {
    const fault = next.value;
    for (const until = performance.now() + fault.afterMs; performance.now() < until && !isOver();)
      await sleep(50);
    if (isOver()) return;
    const victim = target.victims.find(({ name }) => name === fault.victim);
    if (!victim) throw new Error(`There is no ${fault.victim}`);
    await strike(victim, fault, options);
  }
}

async function strike(victim: Victim, fault: PlannedFault, options: FaultRunOptions): Promise<void> {
  const { history, target, progress } = options;
  for (const until = history.now() + ENOUGH_WITHIN_MS; options.inFlight() < ENOUGH && history.now() < until;)
    await sleep(2);
  const inFlight = options.inFlight();
  const began = history.now();
  const { kind, forMs } = fault;
  options.strikes();
  await suffer(victim, fault, target);
  await untilWell(target, kind);
  history.add({ t: 'fault', kind, victim: victim.name, forMs, inFlight, tookMs: history.now() - began });
  options.struck({ kind, inFlight });
  const seconds = ((history.now() - began) / 1000).toFixed(1);
  progress(`${kind} ${victim.name} for ${forMs} ms, ${inFlight} in flight, well after ${seconds} s`);
}

async function suffer(victim: Victim, { blow, forMs }: PlannedFault, target: Target): Promise<void> {
  switch (blow) {
    case 'kill':
      await victim.kill();
      await sleep(forMs);
      return victim.revive();
    case 'pause':
      await victim.pause();
      await sleep(forMs);
      return victim.resume();
    case 'cut':
      await victim.cut?.break();
      await sleep(forMs);
      return victim.cut?.reconnect();
    case 'stuck':
      return getStuck(victim, forMs, target);
  }
}

async function getStuck({ name }: Victim, forMs: number, { victims, endState }: Target): Promise<void> {
  const [service = ''] = name.split('-');
  const replicas = victims.filter((each) => each.name.startsWith(`${service}-`));
  const letGo = await holdDrives(endState);
  await sleep(forMs);
  await Promise.all(replicas.map((each) => each.kill()));
  await letGo();
  await Promise.all(replicas.map((each) => each.revive()));
}

async function untilWell(target: Target, kind: string): Promise<void> {
  const deadline = performance.now() + WELL_WITHIN_MS;
  for (;;) {
    const unwell = await target.unwell();
    if (unwell.length === 0) return;
    if (performance.now() > deadline)
      throw new Error(`${WELL_WITHIN_MS / 1000} s after ${kind} these are not well: ${unwell.join('; ')}`);
    await sleep(100);
  }
}
