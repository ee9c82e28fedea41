import { ConfigError } from '@skyshelf/config';

/** Exit code of a process whose configuration is wrong (EX_CONFIG of sysexits.h). */
const EX_CONFIG = 78;

/** Runs a process's start: a wrong setting is said in plain words, without a stack; any other failure as it is. */
export async function runMain(start: () => Promise<unknown>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = EX_CONFIG;
  }
}
