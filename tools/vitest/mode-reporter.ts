import { readFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

interface FileOutcome {
  file: string;
  ran: number;
  left: number;
  /** Why some tests of the file make sense in one mode only, in its own words. */
  reason: string | undefined;
}

/** Prints at the end of the end-to-end tests what ran in this mode, file by file, and why the rest did not. */
export default class ModeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const mode = process.env.SKYSHELF_E2E_MODE ?? 'standalone';
    const lines = modules
      .map((module) => outcomeOf(module, mode))
      .toSorted((a, b) => a.file.localeCompare(b.file))
      .map((outcome) => `  ${outcome.file.padEnd(44)} ${wordsOf(outcome)}`);
    process.stdout.write(`\nWhat ran in ${mode} mode:\n${lines.join('\n')}\n`);
  }
}

function outcomeOf(module: TestModule, mode: string): FileOutcome {
  const tests = [...module.children.allTests()];
  const left = tests.filter((test) => ['skipped', 'pending'].includes(test.result().state)).length;
  return {
    file: module.relativeModuleId.replace(/^src\//, ''),
    ran: tests.length - left,
    left,
    reason: declaredReason(module.moduleId, mode),
  };
}

/** The words of each `onlyIn(mode, reason)` and `enoughIn(mode, reason)` in the file that keep tests from this mode. */
function declaredReason(file: string, here: string): string | undefined {
  const declared = readFileSync(file, 'utf8').matchAll(/(onlyIn|enoughIn)\(\s*'(\w+)',\s*'([^']*)',?\s*\)/g);
  const reasons = [...declared]
    .filter(([, , mode]) => mode !== here)
    .map(
      ([, word, mode, reason]) => `${word === 'onlyIn' ? `${mode} only` : `enough in ${mode}`}: ${reason}`,
    );
  return reasons.length > 0 ? [...new Set(reasons)].join(' · ') : undefined;
}

function wordsOf({ ran, left, reason }: FileOutcome): string {
  if (left === 0) return `${ran} ran`;
  const why = reason ?? 'left out by hand';
  return ran === 0 ? `none ran (${why})` : `${ran} ran, ${left} not (${why})`;
}
