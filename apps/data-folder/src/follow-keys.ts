import type { Logger } from '@skyshelf/telemetry';
import { KeyFile, keyNames, type CurrentKeys } from '@skyshelf/tokens';
import type { OnStop } from './run-on-data-folder.js';

/** An operator can change them while it runs. */
export function followKeys(secrets: string, logger: Logger, onStop: OnStop): CurrentKeys {
  const keys = new KeyFile({ path: secrets, needed: keyNames, logger });
  onStop(() => keys.close());
  return keys.current;
}
