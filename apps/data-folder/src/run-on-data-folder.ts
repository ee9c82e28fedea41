import type { Logger } from '@skyshelf/telemetry';
import { KeyFile, keyNames, type CurrentKeys } from '@skyshelf/tokens';
import { claimDataFolder, type DataFolder } from './data-folder.js';
import { publicUrlOf, type ListenConfig } from './listen.config.js';
import type { Running } from './run-until-stopped.js';

export type Close = () => Promise<void> | void;
/** Closed in reverse order. */
export type OnStop = (close: Close) => void;

/**
 * `stop()`, or a failed opening, closes in reverse order, the folder last.
 * @throws DataFolderInUseError, or what `open` threw
 */
export async function runOnDataFolder<T>(
  config: ListenConfig,
  open: (folder: DataFolder, onStop: OnStop) => Promise<T>,
): Promise<Running & { opened: T }> {
  const folder = claimDataFolder(config.dataFolder);
  const closing: Close[] = [() => folder.release()];
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= closeAll(closing));
  try {
    const opened = await open(folder, (close) => closing.unshift(close));
    const url = publicUrlOf(config);
    folder.announce(url);
    return { url, opened, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function closeAll(closing: Close[]): Promise<void> {
  for (const close of closing.splice(0)) await close();
}

/** An operator can change them while it runs. */
export function followKeys(secrets: string, logger: Logger, onStop: OnStop): CurrentKeys {
  const keys = new KeyFile({ path: secrets, needed: keyNames, logger });
  onStop(() => keys.close());
  return keys.current;
}
