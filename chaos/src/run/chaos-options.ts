import type { PlanOptions } from '../faults/fault-plan.js';
import type { Profile } from '../workload/workload.js';
import type { MixableService } from './mixed-rounds.js';
import type { OperatorWork } from './operator-work.js';

/** A fault that happened, and how many requests were on the wire. */
export interface StruckFault {
  kind: string;
  inFlight: number;
}

/** `minutes` are the length of a round. */
export interface ChaosOptions extends OperatorWork, PlanOptions {
  /** Stretches of work, each judged at its end; the first with a finding is the last. Default 1. */
  rounds?: number;
  /** The service of which each process in turn is of the other version, in three rounds: see mixed-rounds.ts. */
  mixed?: MixableService;
  /** Whether the first finding is enough. */
  firstOnly?: boolean;
  mode: string;
  members: number;
  /** Where history, logs and data of this run go; it must not exist yet. */
  folder: string;
  profile: Profile;
  /** On a slow machine a round goes on until so many commands are acknowledged, within bounds. */
  leastCommands?: number;
  /** Seconds that nothing may move before a run counts as not settling. */
  idleSeconds?: number;
  /** Seconds within which a run has to settle though things move. */
  settleSeconds?: number;
  progress(line: string): void;
}

/** The result of a run. */
export interface ChaosResult {
  /** The exit code of the checker: 0 when it found nothing. */
  exitCode: number;
  acknowledged: number;
  faults: StruckFault[];
  seconds: number;
}
