import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { aimNames, aimOf, type Aim } from './aims/aims.js';
import { prepareTarget, Servers } from './run/open-target.js';
import { mixableService } from './run/mixed-rounds.js';
import type { ChaosResult } from './run/chaos-options.js';
import { runChaos } from './run/run-chaos.js';
import { formerProfile, mixedProfile } from './workload/profiles.js';

/** The figures of a run, as lines. */
function summaryOf({ acknowledged, faults, seconds }: ChaosResult): string[] {
  const kinds = Map.groupBy(faults, ({ kind }) => kind);
  const busy = faults.filter(({ inFlight }) => inFlight >= 10).length;
  const share = faults.length === 0 ? 0 : Math.round((100 * busy) / faults.length);
  return [
    `${acknowledged} commands acknowledged in ${Math.round(seconds)} s`,
    `${faults.length} faults of ${kinds.size} kinds: ${[...kinds]
      .map(([kind, its]) => `${kind} ${its.length}`)
      .sort()
      .join(', ')}`,
    `${share} % of them with 10 or more requests in flight`,
  ];
}

const usage = `Usage: npm run chaos -- [--minutes N] [--seed S] [--mode standalone|cluster] [--members 1|3] [--users U] [--keep]
       npm run chaos -- --aim NAME [--minutes N] [--seed S] [--keep]
       npm run chaos -- --mixed SERVICE [--minutes N] [--seed S] [--users U] [--keep]

Many users at work while parts of Skyshelf are killed, paused and cut off; then a checker that shares no code with the
product judges what is left. The same seed gives the same plan of faults and commands. --aim takes circumstances that bring one sort of mistake to light:
${aimNames.join(', ')}. --mixed runs a cluster of the version before (tools/previous-version.json) in which a process of SERVICE is of this version,
then the other way round, then all as before again, N minutes each. --keep leaves data, logs and history.
`;

const options = {
  minutes: { type: 'string' },
  seed: { type: 'string', default: 'skyshelf' },
  mode: { type: 'string', default: 'cluster' },
  members: { type: 'string', default: '1' },
  users: { type: 'string', default: '5' },
  aim: { type: 'string' },
  mixed: { type: 'string' },
  keep: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const product = process.env.CHAOS_PRODUCT ?? resolve(import.meta.dirname, '../..');
const progress = (line: string): void => say(`${new Date().toISOString().slice(11, 19)} ${line}`);

interface Words {
  minutes?: string;
  seed: string;
  mode: string;
  members: string;
  users: string;
  aim?: string;
  mixed?: string;
}

type Circumstances = Partial<Aim> & Pick<Aim, 'mode' | 'minutes' | 'profile'> & { members: 1 | 3 };

/** Reads the circumstances of the run. @throws Error on words that mean nothing */
function circumstances({ minutes, mode, members, users, aim, mixed }: Words): Circumstances {
  const long = minutes === undefined ? {} : { minutes: Number(minutes) };
  if (aim !== undefined) return { members: 1, ...aimOf(aim), ...long };
  if (mode !== 'standalone' && mode !== 'cluster') throw new Error('--mode is standalone or cluster');
  return {
    mode,
    members: members === '3' ? 3 : 1,
    minutes: 2,
    ...long,
    profile: mixed === undefined ? mixedProfile(Number(users)) : formerProfile(Number(users)),
    ...(mixed !== undefined && { mixed: mixableService(mixed) }),
  };
}

async function run(words: Words, folder: string, servers: Servers): Promise<ChaosResult> {
  const chosen = circumstances(words);
  const name = `chaos${Date.now().toString(36)}`;
  const start = await prepareTarget({ ...chosen, product, folder, name, progress }, servers);
  const target = await start();
  try {
    return await runChaos(target, { ...chosen, seed: words.seed, folder: join(folder, 'run'), progress });
  } finally {
    // What went wrong before is the finding.
    await target
      .stop()
      .catch((error: Error) => progress(`The product did not stop in order: ${error.message}`));
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options });
  if (values.help) return (say(usage), 0);
  const { seed, keep } = values;
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-chaos-'));
  const servers = new Servers(folder, progress);
  let passed = false;
  try {
    const result = await run(values, folder, servers);
    for (const line of summaryOf(result)) say(line);
    passed = result.exitCode === 0;
  } finally {
    if (passed && !keep) {
      await servers.wipe();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } else {
      await servers.down();
      say(`Everything of this run is in ${folder}`);
    }
  }
  if (!passed) say(`failed: chaos with seed ${seed}`);
  say(passed ? '1 passed, 0 failed' : '0 passed, 1 failed');
  return passed ? 0 : 1;
}

process.exitCode = await main();
