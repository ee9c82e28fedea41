import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { aimNames, aims, type AimName } from './aims/aims.js';
import { copyBuild } from './bugs/copy-build.js';
import { plantedBugs } from './bugs/planted-bugs.js';
import { tryOnce, type Trial } from './bugs/trial.js';
import { Servers } from './run/open-target.js';

const usage = `Usage: npm run campaign -- bugs [--bug NAME,…] [--seeds N] [--clean] [--aim NAME,…] [--verbose]

Plants each bug in a copy of the build and looks whether the harness finds it within 180 s of the product's start, with N seeds (default 5).
The time in which the copy is made and the servers under the product are started does not count. --clean runs the build without any bug under all
aims, or those named: then nothing may be found.

Bugs: ${plantedBugs.map(({ name, aim }) => `${name} (${aim})`).join(', ')}
Aims: ${aimNames.join(', ')}
`;

const options = {
  bug: { type: 'string' },
  aim: { type: 'string' },
  seeds: { type: 'string', default: '5' },
  clean: { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const root = process.env.CHAOS_PRODUCT ?? resolve(import.meta.dirname, '../..');
/** A bug is found within this time, from the start of the product to the checker's word. */
const FOUND_WITHIN_S = 180;

/** The product that is tried with each seed. */
interface Candidate {
  name: string;
  aim: AimName;
  /** Gives the folder of the product to run. */
  product(folder: string): Promise<string>;
  isGood(trial: Trial): boolean;
}

const planted = (names: readonly string[] | undefined): Candidate[] =>
  plantedBugs
    .filter(({ name }) => names?.includes(name) ?? true)
    .map(({ name, aim, patches }) => ({
      name,
      aim,
      product: async (folder) => {
        const copy = join(folder, `product-${name}`);
        await copyBuild(root, copy, patches);
        return copy;
      },
      isGood: ({ rules, seconds }) => rules !== null && rules.length > 0 && seconds <= FOUND_WITHIN_S,
    }));

const clean = (names: readonly string[] | undefined): Candidate[] =>
  aimNames
    .filter((aim) => names?.includes(aim) ?? true)
    .map((aim) => ({
      name: `no bug under ${aim}`,
      aim,
      product: async () => root,
      isGood: ({ rules }) => rules?.length === 0,
    }));

async function main(): Promise<number> {
  const { values } = parseArgs({ options });
  if (values.help) return (say(usage), 0);
  const chosen = values.clean ? clean(values.aim?.split(',')) : planted(values.bug?.split(','));
  if (chosen.length === 0) return (say(usage), 2);
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-bugs-'));
  const progress = values.verbose ? say : () => {};
  const servers = new Servers(folder, progress);
  const counts = { passed: 0, failed: 0 };
  try {
    for (const candidate of inOrderOfServers(chosen)) {
      const product = await candidate.product(folder);
      const trials: Trial[] = [];
      for (let seed = 1; seed <= Number(values.seeds); seed += 1) {
        const deps = { product, folder, servers, progress };
        const trial = await tryOnce(aims[candidate.aim], `${candidate.aim}-${seed}`, deps);
        trials.push(trial);
        const good = candidate.isGood(trial);
        counts[good ? 'passed' : 'failed'] += 1;
        say(`${good ? 'ok' : 'FAILED'} ${candidate.name}, seed ${seed}: ${describe(trial)}`);
      }
      say(summary(candidate, trials));
    }
  } finally {
    await servers.wipe();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  say(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 ? 0 : 1;
}

/** Sorts candidates that share servers one after the other, so that servers are started seldom. */
const inOrderOfServers = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.toSorted((left, right) => serversOf(left) - serversOf(right));

function serversOf({ aim }: Candidate): number {
  const { mode } = aims[aim];
  if (mode === 'standalone') return 0;
  return 'members' in aims[aim] ? 3 : 1;
}

const describe = ({ rules, seconds, reason }: Trial): string =>
  `${rules === null ? `the run broke down (${reason})` : rules.length === 0 ? 'nothing found' : `found by ${rules.join(', ')}`} after ${Math.round(seconds)} s`;

const summary = ({ name, aim, isGood }: Candidate, trials: readonly Trial[]): string =>
  `${trials.filter(isGood).length} of ${trials.length}: ${name} (${aim}), after ${trials.map(({ seconds }) => Math.round(seconds)).join(', ')} s of the product's start`;

process.exitCode = await main();
