import { setTimeout as sleep } from 'node:timers/promises';
import type { PlannedFault } from '../faults/fault-plan.js';
import { runFaults } from '../faults/fault-run.js';
import type { History } from '../history/history.js';
import type { Target } from '../target/target.js';
import type { GatewayClient } from '../workload/gateway-client.js';
import type { ChaosOptions, StruckFault } from './chaos-options.js';
import { doOperatorWork } from './operator-work.js';

/** A run on a slow machine goes on for so much longer. */
export const LONGER_AT_MOST_MS = 80_000;
/** The same for one of several rounds. */
const ROUND_LONGER_AT_MOST_MS = 20_000;

/** An operator at work does at least so much in a round. */
const LEAST_WORKS = 3;

/** Lets faults happen for the length of a round; answers which. */
export async function disturb(
  target: Target,
  history: History,
  client: GatewayClient,
  plan: Iterator<PlannedFault>,
  chaos: ChaosOptions,
): Promise<StruckFault[]> {
  const { minutes, rounds = 1, leastCommands = 0, progress } = chaos;
  const least = history.now() + minutes * 60_000;
  const most = least + (rounds > 1 ? ROUND_LONGER_AT_MOST_MS : LONGER_AT_MOST_MS);
  const enough = history.acknowledged() + leastCommands;
  let works = chaos.rebuildEveryMs || chaos.resyncEveryMs ? LEAST_WORKS : 0;
  const isOver = () => history.now() >= (history.acknowledged() >= enough && works <= 0 ? least : most);
  const struck: StruckFault[] = [];
  const calm = new Date();
  const calmEnds = () => {
    if (struck.length === 0)
      history.add({ t: 'calm', from: calm.toISOString(), to: new Date().toISOString() });
  };
  const options = {
    target,
    history,
    inFlight: () => client.inFlight,
    isOver,
    progress,
    strikes: calmEnds,
    struck: (fault: StruckFault) => void struck.push(fault),
  };
  const lasting = async () => {
    while (!isOver()) await sleep(100);
  };
  await Promise.all([
    runFaults(plan, options),
    doOperatorWork(target, chaos, { isOver, done: () => (works -= 1) }),
    lasting(),
  ]);
  calmEnds();
  return struck;
}
