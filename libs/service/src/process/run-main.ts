import { ConfigError } from '@skyshelf/config';

/** EX_CONFIG of sysexits.h. */
const EX_CONFIG = 78;

/** As SIGTERM ends a process without a handler. */
const TERMINATED = 143;

/**
 * A wrong setting is reported without a stack. SIGTERM ends an unfinished start, even of a container's first
 * process, for which the system's default action doesn't apply.
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
