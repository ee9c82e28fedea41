import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openTarget, type Servers } from '../run/open-target.js';
import { runChaos } from '../run/run-chaos.js';
import type { Circumstances } from './planted-bugs.js';

/** What came of one run in the circumstances of a bug. */
export interface Trial {
  /** From the first command to the checker's word. */
  seconds: number;
  /** Rules that were broken; null when the run itself broke down. */
  rules: string[] | null;
}

export interface Surroundings {
  /** Folder of the built product, with a bug or without. */
  product: string;
  /** Where a folder for the run may be made. */
  folder: string;
  servers: Servers;
  progress(line: string): void;
}

/** On a slow machine a run goes on until so much has happened. */
const LEAST_COMMANDS = 250;
/** Nothing moves for so long: what is still on its way will stay. */
const IDLE_SECONDS = 12;

/** One run, from a fresh installation to the checker's word. Its folder is gone afterwards. */
export async function tryOnce(
  { mode, members = 1, powerCuts, leastCommands = LEAST_COMMANDS, ...rest }: Circumstances,
  seed: string,
  { product, folder: parent, servers, progress }: Surroundings,
): Promise<Trial> {
  const folder = join(parent, 'run');
  mkdirSync(folder);
  const name = `bug${Date.now().toString(36)}`;
  let began = performance.now();
  const result = (rules: Trial['rules']): Trial => ({ seconds: (performance.now() - began) / 1000, rules });
  try {
    const target = await openTarget({ mode, members, product, folder, name, powerCuts, progress }, servers);
    try {
      began = performance.now();
      const run = join(folder, 'run');
      const limits = { idleSeconds: IDLE_SECONDS, leastCommands };
      await runChaos(target, { ...rest, ...limits, mode, members, seed, folder: run, progress });
      return result(brokenRules(join(run, 'report.json')));
    } finally {
      await target.stop();
    }
  } catch (error) {
    progress(String(error));
    return result(null);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function brokenRules(report: string): string[] {
  const { rules } = JSON.parse(readFileSync(report, 'utf8')) as { rules: Record<string, { failed: number }> };
  return Object.entries(rules)
    .filter(([, { failed }]) => failed > 0)
    .map(([rule]) => rule);
}
