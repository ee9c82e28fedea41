import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Fails a run whose tests have all ended: the failures are counted by a file of their own next to the results.
 * @param name of that file, without its extension
 * @throws {Error} that names them, when there are any
 */
export function failLate(name: string, failures: readonly string[]): void {
  if (failures.length === 0) return;
  const results = process.env.SKYSHELF_TEST_RESULT;
  if (results)
    writeFileSync(
      join(dirname(results), `${name}.json`),
      JSON.stringify({ passed: 0, failed: failures.length, failures }),
    );
  throw new Error(failures.join('\n'));
}
