import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Aim } from '../aims/aims.js';
import { prepareTarget, type Servers } from '../run/open-target.js';
import { runChaos } from '../run/run-chaos.js';

/** The result of one run. */
export interface Trial {
  /** The seconds from the product's start to the checker's answer. */
  seconds: number;
  /** Rules that were broken; null when the run itself broke down. */
  rules: string[] | null;
  /** Why it broke down. */
  reason?: string;
}

export interface TrialDeps {
  /** Folder of the built product, with a bug or without. */
  product: string;
  /** A folder for the run may be made in it. */
  folder: string;
  servers: Servers;
  progress(line: string): void;
}

/**
 * Nothing moves for so long: what is still on its way will stay. Longer than every lease of the product under
 * an aim.
 */
const IDLE_SECONDS = 36;
const SETTLE_SECONDS = 80;

/** One run, from a fresh installation to the first finding. Its folder is gone afterwards. */
export async function tryOnce(
  aim: Aim,
  seed: string,
  { product, folder: parent, servers, progress }: TrialDeps,
): Promise<Trial> {
  const { mode, members = 1 } = aim;
  const folder = join(parent, 'run');
  mkdirSync(folder);
  const name = `bug${Date.now().toString(36)}`;
  const start = await prepareTarget({ ...aim, mode, members, product, folder, name, progress }, servers);
  const began = performance.now();
  const result = (rules: Trial['rules']): Trial => ({ seconds: (performance.now() - began) / 1000, rules });
  try {
    const target = await start();
    try {
      const run = join(folder, 'run');
      const limits = { idleSeconds: IDLE_SECONDS, settleSeconds: SETTLE_SECONDS, firstOnly: true };
      await runChaos(target, { ...aim, ...limits, members, seed, folder: run, progress });
      return result(brokenRules(join(run, 'report.json')));
    } finally {
      await target.stop();
    }
  } catch (error) {
    return { ...result(null), reason: String(error) };
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
