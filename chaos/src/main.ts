import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runChaos } from './run/run-chaos.js';
import { summaryOf } from './run/summary.js';
import { openTarget, Servers } from './run/open-target.js';
import type { Target } from './target/target.js';
import { mixedProfile } from './workload/profiles.js';

const usage = `Usage: npm run chaos -- [--minutes N] [--seed S] [--mode standalone|cluster] [--members 1|3] [--users U] [--keep]

Many users at work while parts of Skyshelf are killed, paused and cut off; then a checker that shares no code with the
product judges what is left. The same seed gives the same plan of faults and commands. --keep leaves data, logs and history.
`;

const options = {
  minutes: { type: 'string', default: '2' },
  seed: { type: 'string', default: 'skyshelf' },
  mode: { type: 'string', default: 'cluster' },
  members: { type: 'string', default: '1' },
  users: { type: 'string', default: '5' },
  keep: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const product = process.env.CHAOS_PRODUCT ?? resolve(import.meta.dirname, '../..');

async function main(): Promise<number> {
  const { values } = parseArgs({ options });
  if (values.help) return (say(usage), 0);
  const { seed, mode, keep } = values;
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-chaos-'));
  const members = values.members === '3' ? 3 : 1;
  const progress = (line: string) => say(`${new Date().toISOString().slice(11, 19)} ${line}`);
  const servers = new Servers(folder, progress);
  const name = `chaos${Date.now().toString(36)}`;
  let target: Target | null = null;
  let passed = false;
  try {
    if (mode !== 'standalone' && mode !== 'cluster') throw new Error('--mode is standalone or cluster');
    target = await openTarget({ mode, members, product, folder, name, progress }, servers);
    const result = await runChaos(target, {
      seed,
      mode,
      minutes: Number(values.minutes),
      members,
      folder: join(folder, 'run'),
      profile: mixedProfile(Number(values.users)),
      progress,
    });
    for (const line of summaryOf(result)) say(line);
    passed = result.exitCode === 0;
  } finally {
    await target?.stop();
    await servers.wipe();
    if (passed && !keep) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    else say(`Everything of this run is in ${folder}`);
  }
  if (!passed) say(`failed: chaos with seed ${seed}`);
  say(passed ? '1 passed, 0 failed' : '0 passed, 1 failed');
  return passed ? 0 : 1;
}

process.exitCode = await main();
