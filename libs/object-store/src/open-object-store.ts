import { ConfigError } from '@skyshelf/config';
import { createFolderStore } from './folder/folder-store.js';
import type { ObjectStoreConfig } from './object-store.config.js';
import type { ObjectStore } from './port.js';
import { s3Access } from './s3-access.js';
import { createS3Store } from './s3/s3-store.js';

export interface OpenOptions {
  /** Who asks, for the message about a setting that is missing. */
  service: string;
  clock?: { now(): Date };
  /** Where people reach the product: its page gets leave to PUT parts into the store. Only for whom hands out their addresses. */
  pageUrl?: string | undefined;
  /** The bucket of an S3 store and its rules are made by others. */
  isPrepared?: boolean;
}

export interface OpenedObjectStore extends ObjectStore {
  close(): Promise<void>;
}

/**
 * The object store that the settings name.
 * @throws ConfigError when they name none, or an S3 store without a whole way to show who asks; ObjectStoreError `unavailable` when it can't be opened
 */
export async function openObjectStore(
  config: ObjectStoreConfig,
  { service, clock, pageUrl, isPrepared = false }: OpenOptions,
): Promise<OpenedObjectStore> {
  const { s3Endpoint, objectsFolder } = config;
  if (s3Endpoint === undefined) {
    if (objectsFolder === undefined)
      throw new ConfigError(service, [
        'S3_ENDPOINT or OBJECTS_FOLDER: given neither. One of them says where the bytes of files lie.',
      ]);
    return createFolderStore({ root: objectsFolder, ...(clock && { clock }) });
  }
  return createS3Store({
    ...s3Access(config, s3Endpoint, service),
    isPrepared,
    ...(pageUrl !== undefined && { pageOrigin: new URL(pageUrl).origin }),
    ...(clock && { clock }),
  });
}
