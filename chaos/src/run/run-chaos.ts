import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planFaults } from '../faults/fault-plan.js';
import { openHistory } from '../history/history.js';
import type { Target } from '../target/target.js';
import { GatewayClient } from '../workload/gateway-client.js';
import type { Scene } from '../workload/person.js';
import { Shifts } from '../workload/shifts.js';
import { Workload } from '../workload/workload.js';
import { mixedTurns } from './mixed-rounds.js';
import type { ChaosOptions, ChaosResult, StruckFault } from './chaos-options.js';
import { CursorWatch } from './cursor-watch.js';
import { disturb, LONGER_AT_MOST_MS } from './disturb.js';
import { Judgement } from './judgement.js';

/**
 * Does one run: workload under faults, then the check. @throws Error when the product does not come back, or the
 * workload breaks down
 */
export async function runChaos(target: Target, options: ChaosOptions): Promise<ChaosResult> {
  const { folder, seed, mode, members, minutes, profile, progress } = options;
  const turns = options.mixed ? mixedTurns(options.mixed, progress) : [];
  const rounds = turns.length || (options.rounds ?? 1);
  mkdirSync(folder, { recursive: true });
  const history = openHistory(join(folder, 'history.jsonl'));
  const { users } = profile;
  history.add({ t: 'run', seed, mode, members, users, minutes, began: new Date().toISOString() });
  const client = new GatewayClient(target.gateways);
  const shifts = new Shifts();
  const workload = workloadOf(target, options, { history, client, shifts });
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
      await turns[round - 1]?.(target);
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

function workloadOf(
  target: Target,
  { seed, profile }: ChaosOptions,
  { history, client, shifts }: Pick<Scene, 'history' | 'client'> & { shifts: Shifts },
): Workload {
  const stopping = () => shifts.isOver;
  const token = (user: string) => target.token(user);
  return new Workload({ seed, history, client, stopping, belongings: new Map(), token }, profile, shifts);
}
