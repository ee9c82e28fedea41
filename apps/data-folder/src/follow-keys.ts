import type { Logger } from '@skyshelf/telemetry';
import { KeyFile, keyNames, type CurrentKeys } from '@skyshelf/tokens';
import type { OnStop } from './run-on-data-folder.js';

/** The keys in a data folder's secrets, as they are now: an operator can change them while it runs. */
export function followKeys(secrets: string, logger: Logger, onStop: OnStop): CurrentKeys {
  const onTrouble = (why: string) =>
    logger.error({ reason: why }, 'the keys could not be read again, those known stay');
  const keys = new KeyFile({ path: secrets, needed: keyNames, onTrouble });
  onStop(() => keys.close());
  return keys.current;
}
