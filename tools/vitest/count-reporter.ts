import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Lines of the specification, as a title ends with them. */
const LINES_PROVEN = /\[([FS]\d+\.\d+(?: [FS]\d+\.\d+)*)\]/g;

/**
 * Writes to the file that SKYSHELF_TEST_RESULT names how many tests passed and failed, what failed, which
 * files took longest, and what came of each test that proves lines of the specification. A file that could
 * not even be loaded, and an error outside of any test, count as failures.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const path = process.env.SKYSHELF_TEST_RESULT;
    if (!path) return;
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    const failures = unhandledErrors.map((error) => `an error outside of any test: ${whatHappened(error)}`);
    const proofs = modules.flatMap((module) => [...module.children.allTests()].flatMap(proofOf));
    for (const module of modules) {
      const before = count.failed;
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state !== 'pending') count[state] += 1;
        if (state === 'failed')
          failures.push(`${module.relativeModuleId} > ${test.fullName}: ${whatHappened(errors[0])}`);
      }
      if (module.state() === 'failed' && count.failed === before) {
        count.failed += 1;
        failures.push(`${module.relativeModuleId}: ${whatHappened(errorOf(module))}`);
      }
    }
    writeFileSync(path, JSON.stringify({ ...count, failures, slowest: slowestOf(modules), proofs }));
  }
}

/** A hook that fails is an error of its suite. */
function errorOf(module: TestModule): unknown {
  return [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())[0];
}

/** The number is that of the files that `.ci/run` shows of all parts together. */
const SLOWEST = 15;

function slowestOf(modules: readonly TestModule[]): { file: string; seconds: number }[] {
  return modules
    .map((module) => ({ file: module.relativeModuleId, seconds: Math.round(secondsOf(module)) }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST);
}

/** The hooks of a file start its servers, so they count as well. */
function secondsOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  return (duration + collectDuration + setupDuration) / 1000;
}

/** `tools/lines/unproven-lines.mjs` reads it. */
function proofOf(test: TestCase): { test: string; lines: string[]; state: string }[] {
  const lines = [...test.fullName.matchAll(LINES_PROVEN)].flatMap(([, numbers = '']) => numbers.split(' '));
  if (lines.length === 0) return [];
  return [{ test: `${test.module.relativeModuleId} > ${test.fullName}`, lines, state: test.result().state }];
}

interface Failure {
  message?: string;
  stacks?: { file: string; line: number }[];
}

/** As many lines of a message as say what was waited for, and where in the test it was. */
const LINES = 3;

function whatHappened(error: unknown): string {
  const { message = String(error), stacks = [] } = (error ?? {}) as Failure;
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const [at] = stacks.filter(({ file }) => !file.includes('node_modules'));
  return [...lines.slice(0, LINES), ...(at ? [`${basename(at.file)}:${at.line}`] : [])].join(' | ');
}
