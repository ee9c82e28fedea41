import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { copyBuild } from './bugs/copy-build.js';
import { plantedBugs, type PlantedBug } from './bugs/planted-bugs.js';
import { tryOnce, type Trial } from './bugs/trial.js';
import { Servers } from './run/open-target.js';

const usage = `Usage: npm run chaos:bugs -- [--bug NAME,…] [--seeds N] [--clean] [--verbose]

Plants each bug in a copy of the build and looks whether the harness finds it, with N seeds (default 5). --clean runs the build without any bug in the
same circumstances: then nothing may be found. Names: ${plantedBugs.map(({ name }) => name).join(', ')}
`;

const options = {
  bug: { type: 'string' },
  seeds: { type: 'string', default: '5' },
  clean: { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const root = process.env.CHAOS_PRODUCT ?? resolve(import.meta.dirname, '../..');
/** A bug is found within this time, from the first command to the checker's word. */
const FOUND_WITHIN_S = 180;

async function main(): Promise<number> {
  const { values } = parseArgs({ options });
  if (values.help) return (say(usage), 0);
  const names = values.bug?.split(',');
  const chosen = plantedBugs.filter(({ name }) => names?.includes(name) ?? true);
  if (chosen.length === 0) return (say(usage), 2);
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-bugs-'));
  const progress = values.verbose ? say : () => {};
  const servers = new Servers(folder, say);
  let failed = 0;
  let passed = 0;
  try {
    for (const bug of inOrderOfServers(chosen)) {
      const product = values.clean ? root : await plant(bug, folder);
      for (let seed = 1; seed <= Number(values.seeds); seed += 1) {
        const surroundings = { product, folder, servers, progress };
        const trial = await tryOnce(bug.circumstances, `${bug.name}-${seed}`, surroundings);
        const good = values.clean ? trial.rules?.length === 0 : isFound(trial);
        if (good) passed += 1;
        else failed += 1;
        say(
          `${good ? 'ok' : 'FAILED'} ${values.clean ? 'without ' : ''}${bug.name} seed ${seed}: ${describe(trial)}`,
        );
      }
    }
  } finally {
    await servers.wipe();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** Those on the same servers one after the other, so that servers are started seldom. */
const inOrderOfServers = (bugs: readonly PlantedBug[]): PlantedBug[] =>
  bugs.toSorted((left, right) => serversOf(left) - serversOf(right));
const serversOf = ({ circumstances: { mode, members = 1 } }: PlantedBug): number =>
  mode === 'standalone' ? 0 : members;

const isFound = ({ rules, seconds }: Trial): boolean =>
  rules !== null && rules.length > 0 && seconds <= FOUND_WITHIN_S;

const describe = ({ rules, seconds }: Trial): string =>
  `${rules === null ? 'the run broke down' : rules.length === 0 ? 'nothing found' : `found by ${rules.join(', ')}`} in ${Math.round(seconds)} s`;

async function plant({ name, patches }: PlantedBug, folder: string): Promise<string> {
  const copy = join(folder, `product-${name}`);
  await copyBuild(root, copy, patches);
  return copy;
}

process.exitCode = await main();
