import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { planFaults, type PlannedFault } from '../faults/fault-plan.js';
import { runFaults } from '../faults/fault-run.js';
import { openHistory, type History } from '../history/history.js';
import type { Target } from '../target/target.js';
import { GatewayClient } from '../workload/gateway-client.js';
import type { Scene } from '../workload/person.js';
import { Workload, type Profile } from '../workload/workload.js';
import { CursorWatch } from './cursor-watch.js';
import { doOperatorWork, type OperatorWork } from './operator-work.js';
import { runChecker } from './run-checker.js';

export interface ChaosOptions extends OperatorWork {
  seed: string;
  minutes: number;
  mode: string;
  members: number;
  /** Where history, logs and data of this run go; it must not exist yet. */
  folder: string;
  profile: Profile;
  /** Only these kinds of faults; default all. None: an empty list. */
  kinds?: readonly string[];
  rest?: readonly [least: number, most: number];
  pauses?: readonly [least: number, most: number];
  /** On a slow machine the run goes on until so many commands are acknowledged, at most 80 s longer. */
  leastCommands?: number;
  /** Seconds that nothing may move before a run counts as not settling. */
  idleSeconds?: number;
  progress(line: string): void;
}

const LONGER_AT_MOST_MS = 80_000;

/** What a run came to. */
export interface ChaosResult {
  /** Of the checker: 0 when it found nothing. */
  exitCode: number;
  acknowledged: number;
  faults: { kind: string; inFlight: number }[];
  seconds: number;
}

/** One run: workload under faults, then the judgement. @throws Error when the product does not come back, or the workload breaks down */
export async function runChaos(target: Target, options: ChaosOptions): Promise<ChaosResult> {
  const { folder, seed, mode, members, minutes, profile, progress } = options;
  mkdirSync(folder, { recursive: true });
  const history = openHistory(join(folder, 'history.jsonl'));
  const began = new Date().toISOString();
  history.add({ t: 'run', seed, mode, members, users: profile.users, minutes, began });
  const client = new GatewayClient(target.gateways);
  let stopping = false;
  const scene: Scene = {
    seed,
    history,
    client,
    stopping: () => stopping,
    belongings: new Map(),
    token: (user) => target.token(user),
  };
  const workload = new Workload(scene, profile);
  // Enough for a run that goes on.
  const plan = planFaults(target.victims, { ...options, minutes: minutes + LONGER_AT_MOST_MS / 60_000 });
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan, null, 1));
  const watch = new CursorWatch(target.endState, history);
  try {
    await workload.start();
    const faults = await disturb(target, history, client, plan, options);
    stopping = true;
    await workload.stop();
    progress(`${history.acknowledged()} commands acknowledged, waiting until all is quiet`);
    const exitCode = await judge(target, history, workload, options);
    return { exitCode, acknowledged: history.acknowledged(), faults, seconds: history.now() / 1000 };
  } finally {
    stopping = true;
    await watch.close();
    client.close();
  }
}

/** Lets faults happen for the length of the run; answers which. */
async function disturb(
  target: Target,
  history: History,
  client: GatewayClient,
  plan: readonly PlannedFault[],
  chaos: ChaosOptions,
): Promise<ChaosResult['faults']> {
  const { minutes, leastCommands = 0, progress } = chaos;
  const least = history.now() + minutes * 60_000;
  const isOver = () =>
    history.now() >= least &&
    (history.acknowledged() >= leastCommands || history.now() >= least + LONGER_AT_MOST_MS);
  const from = new Date();
  const calmMs = Math.min(plan[0]?.afterMs ?? Infinity, minutes * 60_000);
  history.add({ t: 'calm', from: from.toISOString(), to: new Date(from.getTime() + calmMs).toISOString() });
  const struck: ChaosResult['faults'] = [];
  const witness: History = {
    ...history,
    add: (record) => {
      if (record.t === 'fault') struck.push({ kind: record.kind, inFlight: record.inFlight });
      history.add(record);
    },
  };
  const options = { target, history: witness, inFlight: () => client.inFlight, isOver, progress };
  const lasting = async () => {
    while (!isOver()) await sleep(100);
  };
  await Promise.all([runFaults(plan, options), doOperatorWork(target, chaos, isOver), lasting()]);
  return struck;
}

async function judge(
  target: Target,
  history: History,
  workload: Workload,
  { folder, idleSeconds = 40, progress }: ChaosOptions,
): Promise<number> {
  const end = join(folder, 'end-state.json');
  writeFileSync(end, JSON.stringify({ gateways: target.gateways, ...target.endState }));
  const quiet = await runChecker(['settle', '--end', end, '--idle', String(idleSeconds)], progress);
  await workload.closeMirrors(quiet === 0 ? 15_000 : 3_000);
  history.add({ t: 'settled' });
  history.close();
  const words = ['--history', join(folder, 'history.jsonl'), '--report', join(folder, 'report.json')];
  const wire = await target.wire?.();
  if (wire) {
    writeFileSync(join(folder, 'wire.json'), JSON.stringify([...wire]));
    words.push('--wire', join(folder, 'wire.json'));
  }
  return runChecker(['verify', '--end', end, ...words], progress);
}
