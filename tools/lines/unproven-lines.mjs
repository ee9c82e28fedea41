import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists the lines that no test of a run has proven: the title of a test says what it proves, its result whether it
 * does.
 * @param {string} folder results, as `tools/vitest/count-reporter.ts` writes them
 * @returns {string[]} each with what came of its tests
 */
export function unprovenLines(lines, folder) {
  const proofs = resultsIn(folder).flatMap((path) => JSON.parse(readFileSync(path, 'utf8')).proofs ?? []);
  return Object.keys(lines).flatMap((number) => {
    const its = proofs.filter((proof) => proof.lines.includes(number));
    if (its.some(({ state }) => state === 'passed')) return [];
    const came = its.map(({ test, state }) => `${test} (${state})`);
    return [`${number}: no test of this run has proven it${came.map((each) => `; ${each}`).join('')}`];
  });
}

function resultsIn(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.json'));
  return names.map((name) => join(folder, name));
}
