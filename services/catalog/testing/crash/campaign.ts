import type { Chance } from '../model/chance.js';
import type { CrashCase } from './crash-case.js';
import { dryRun, trial, type DryRun, type Ground } from './trial.js';

/** The results of a crash at each point of a case. */
export interface CaseReport {
  crashCase: CrashCase;
  points: readonly string[];
  tried: number;
  /** The failures, each with its point. */
  failures: string[];
}

/** The number of tries for a point that a run did not reach. */
const TRIES = 3;

/**
 * Lists the points of some cases and lets a process die at each, or at some of each case.
 * @param options.some how many of each case; absent: all
 * @param options.sideBySide trials at a time: much of their time is the wait for the server's disk
 */
export async function crashEverywhere(
  ground: Ground,
  cases: readonly CrashCase[],
  chance: Chance,
  { some, sideBySide }: { some?: number; sideBySide: number },
): Promise<CaseReport[]> {
  const listed = await allOf(
    cases.map((crashCase) => async () => ({ crashCase, dry: await dryRun(ground, crashCase) })),
    sideBySide,
  );
  const reports: CaseReport[] = [];
  const trials: (() => Promise<void>)[] = [];
  for (const { crashCase, dry } of listed) {
    const chosen = some === undefined ? [...dry.points] : sample(dry.points, some, chance);
    const report: CaseReport = { crashCase, points: dry.points, tried: chosen.length, failures: [] };
    reports.push(report);
    trials.push(...chosen.map((point) => () => attempt(ground, report, dry, point)));
  }
  await allOf(trials, sideBySide);
  return reports;
}

async function attempt(ground: Ground, report: CaseReport, dry: DryRun, point: string): Promise<void> {
  try {
    for (let time = 0; time < TRIES; time += 1) if (await trial(ground, report.crashCase, dry, point)) return;
    // On a busy machine a run may ask the database once more than others do: what not every run reaches is no
    // point of the case.
    for (let time = 0; time < TRIES; time += 1) {
      const { points } = await dryRun(ground, report.crashCase);
      if (!points.includes(point)) return void (report.tried -= 1);
    }
    report.failures.push(`${point}: not reached`);
  } catch (error) {
    report.failures.push(
      `${point}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}

function sample(points: readonly string[], count: number, chance: Chance): string[] {
  const left = [...points];
  const chosen: string[] = [];
  while (chosen.length < count && left.length > 0) chosen.push(...left.splice(chance.below(left.length), 1));
  return chosen;
}

/** The answers in the order of the work. */
async function allOf<T>(work: readonly (() => Promise<T>)[], sideBySide: number): Promise<T[]> {
  const left = work.entries();
  const answers: T[] = [];
  const lane = async () => {
    for (const [index, each] of left) answers[index] = await each();
  };
  await Promise.all(Array.from({ length: sideBySide }, lane));
  return answers;
}
