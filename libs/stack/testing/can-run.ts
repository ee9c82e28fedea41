import { provide, provisionProblem, type ProgramName } from '../src/programs/provide.js';

/**
 * Whether tests of these programs can run here; makes the programs first.
 * @throws {Error} with `CI` set, when they cannot
 */
export async function canRun(...names: ProgramName[]): Promise<boolean> {
  for (const name of names) {
    const reason = await provisionProblem(name);
    if (reason !== undefined && process.env.CI) throw new Error(`CI must test ${name}: ${reason}`);
    if (reason !== undefined) {
      process.stderr.write(`Tests of ${name} are skipped: ${reason}\n`);
      return false;
    }
    await provide(name, (line) => process.stderr.write(`${line}\n`));
  }
  return true;
}
