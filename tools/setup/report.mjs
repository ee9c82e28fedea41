/**
 * Does one of several checks, which answers what is wrong, and says how that went and how long it took.
 * @returns whether all is well
 */
export async function report(name, check) {
  const started = performance.now();
  const problems = await check();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${problems.length > 0 ? '✗' : '✓'} ${name} (${seconds} s)\n`);
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  return problems.length === 0;
}

/** The last line of all, and the exit code. */
export function reportAll(passed, failed) {
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}
