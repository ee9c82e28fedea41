import { httpUrl, port, setting } from '@skyshelf/config';
import { z } from 'zod';
import type { Logger } from '@skyshelf/telemetry';
import { type CurrentKeys, KeyFile, keyNames } from '@skyshelf/tokens';
import { claimDataFolder, type DataFolder } from './data-folder.js';
import type { Running } from './run-until-stopped.js';

export const listenSettings = {
  host: setting('HOST', z.string().min(1).default('127.0.0.1'), {
    doc: 'The address at which the page is served. 127.0.0.1 is reachable only from this machine.',
  }),
  port: setting('PORT', port().min(1).default(8080), { doc: 'The port at which the page is served.' }),
  dataFolder: setting('SKYSHELF_DATA', z.string().min(1).default('.skyshelf'), {
    doc: 'The folder of all data: database, files, secrets.',
  }),
  publicUrl: setting('PUBLIC_URL', httpUrl().optional(), {
    doc: 'The address at which users reach the page, if it is not http://127.0.0.1 and the port: behind a proxy, under a name.',
  }),
  localIdentity: setting('LOCAL_SIGN_IN', z.enum(['auto', 'allow-remote', 'off']).default('auto'), {
    doc: 'The local identity provider: auto runs it when no other is configured and only when the page is reached on this machine; allow-remote also under another address, where everybody is trusted. Its own page answers on this machine only.',
  }),
};

export type ListenConfig = z.infer<z.ZodObject<typeof listenSettings>>;

export const publicUrlOf = ({
  publicUrl,
  host,
  port: at,
}: Pick<ListenConfig, 'publicUrl' | 'host' | 'port'>): string =>
  (publicUrl ?? `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${at}`).replace(
    /\/$/,
    '',
  );

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
