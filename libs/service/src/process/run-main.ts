import { ConfigError } from '@skyshelf/config';

/** Exit code of a process whose configuration is wrong (EX_CONFIG of sysexits.h). */
const EX_CONFIG = 78;

/** As a process ends that has nothing to say to SIGTERM. */
const TERMINATED = 143;

/**
 * Runs a process's start: a wrong setting is said in plain words, without a stack; any other failure as it is. Until
 * it is over SIGTERM ends it, also where it is the first of a container, to which the system gives no such signal.
 */
export async function runMain(start: () => Promise<unknown>): Promise<void> {
  const end = () => process.exit(TERMINATED);
  process.on('SIGTERM', end);
  try {
    await start();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = EX_CONFIG;
  } finally {
    process.off('SIGTERM', end);
  }
}
