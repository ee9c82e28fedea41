import { format } from 'node:util';
import { ConfigError, loadConfigs } from '@skyshelf/config';
import { PRODUCT_VERSION } from '@skyshelf/contracts/rules';
import { runMain, stopOnSignal } from '@skyshelf/service';
import { createLogger, type Logger, logWarnings } from '@skyshelf/telemetry';
import { KeyFile } from '@skyshelf/tokens';
import { companionConfig, companionProcessConfig } from './companion.config.js';
import { startCompanion } from './start-companion.js';

const FINISH_MS = 25_000;

await runMain(async () => {
  const [own, config] = loadConfigs(companionProcessConfig, companionConfig, process.env, {
    service: 'companion',
  });
  const { publicUrl } = own;
  if (publicUrl === undefined)
    throw new ConfigError('companion', [
      'PUBLIC_URL: given nothing, allowed is a URL. Sign-ins at providers lead back there.',
    ]);
  const logger = createLogger({ service: 'companion', level: own.logLevel });
  logWarnings(logger);
  quietConsole(logger);
  const keys = new KeyFile({ path: own.keysFile, needed: ['internalKeys'], logger });
  const internalKeys = () => keys.current().internalKeys;
  const companion = await startCompanion({
    config,
    process: { ...own, publicUrl },
    keys: internalKeys,
    logger,
  });
  const { drainMs, finishSeconds } = own;
  const finishMs = drainMs + Math.max(finishSeconds * 1000, drainMs > 0 ? FINISH_MS : 0);
  stopOnSignal(process, { ...companion, drainMs, finishMs }, logger);
  logger.info({ version: PRODUCT_VERSION, address: own.listen }, 'ready');
  process.send?.('ready');
});

/** Companion logs users' file names. */
function quietConsole(logger: Logger): void {
  const quietly = (...said: unknown[]) => logger.debug({ said: format(...said) }, 'Companion says');
  Object.assign(console, { log: quietly, info: quietly, debug: quietly, warn: quietly, error: quietly });
}
