import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planFaults } from '../faults/fault-plan.js';
import { openHistory } from '../history/history.js';
import type { Target } from '../target/target.js';
import { GatewayClient } from '../workload/gateway-client.js';
import type { Scene } from '../workload/person.js';
import { Shifts } from '../workload/shifts.js';
import { Workload, type Profile } from '../workload/workload.js';
import { CursorWatch } from './cursor-watch.js';
import { disturb, LONGER_AT_MOST_MS, type StruckFault } from './disturb.js';
import { Judgement } from './judgement.js';
import type { OperatorWork } from './operator-work.js';

export interface ChaosOptions extends OperatorWork {
  seed: string;
  /** Length of a round. */
  minutes: number;
  /** Stretches of work, each judged at its end; the first with a finding is the last. Default 1. */
  rounds?: number;
  /** Whether the first finding is enough. */
  firstOnly?: boolean;
  mode: string;
  members: number;
  /** Where history, logs and data of this run go; it must not exist yet. */
  folder: string;
  profile: Profile;
  /** Only these kinds of faults; default all. None: an empty list. */
  kinds?: readonly string[];
  rest?: readonly [least: number, most: number];
  pauses?: readonly [least: number, most: number];
  /** On a slow machine a round goes on until so many commands are acknowledged, within bounds. */
  leastCommands?: number;
  /** Seconds that nothing may move before a run counts as not settling. */
  idleSeconds?: number;
  /** Seconds within which a run has to settle though things move. */
  settleSeconds?: number;
  progress(line: string): void;
}

/** What a run came to. */
export interface ChaosResult {
  /** Of the checker: 0 when it found nothing. */
  exitCode: number;
  acknowledged: number;
  faults: StruckFault[];
  seconds: number;
}

/** One run: workload under faults, then the judgement. @throws Error when the product does not come back, or the workload breaks down */
export async function runChaos(target: Target, options: ChaosOptions): Promise<ChaosResult> {
  const { folder, seed, mode, members, minutes, rounds = 1, profile, progress } = options;
  mkdirSync(folder, { recursive: true });
  const history = openHistory(join(folder, 'history.jsonl'));
  const began = new Date().toISOString();
  history.add({ t: 'run', seed, mode, members, users: profile.users, minutes, began });
  const client = new GatewayClient(target.gateways);
  const shifts = new Shifts();
  const token = (user: string) => target.token(user);
  const stopping = () => shifts.isOver;
  const scene: Scene = { seed, history, client, stopping, belongings: new Map(), token };
  const workload = new Workload(scene, profile, shifts);
  // Enough for a run that goes on.
  const most = rounds * (minutes + LONGER_AT_MOST_MS / 60_000);
  const plan = planFaults(target.victims, { ...options, minutes: most });
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan, null, 1));
  const watch = new CursorWatch(target.endState, history);
  const judgement = new Judgement(target, history, workload, options);
  const faults: StruckFault[] = [];
  const left = plan.values();
  try {
    await workload.start();
    for (let round = 1; ; round += 1) {
      faults.push(...(await disturb(target, history, client, left, options)));
      await workload.rest();
      progress(`${history.acknowledged()} commands acknowledged, waiting until all is quiet`);
      watch.note();
      const exitCode = await judgement.pass(round === rounds);
      if (round === rounds || exitCode !== 0)
        return { exitCode, acknowledged: history.acknowledged(), faults, seconds: history.now() / 1000 };
      shifts.goOn();
    }
  } finally {
    shifts.end();
    await watch.close();
    await workload.forsakeMirrors();
    history.close();
    client.close();
  }
}
