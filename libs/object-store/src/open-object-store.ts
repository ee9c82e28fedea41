import { ConfigError } from '@skyshelf/config';
import { createFolderStore } from './folder/folder-store.js';
import type { ObjectStoreConfig } from './object-store.config.js';
import type { ObjectStore } from './port.js';
import { createS3Store } from './s3/s3-store.js';

export interface OpenOptions {
  /** Who asks, for the message about a setting that is missing. */
  service: string;
  clock?: { now(): Date };
  /** Where people reach the product: its page gets leave to PUT parts into the store. Only for whom hands out their addresses. */
  pageUrl?: string | undefined;
}

export interface OpenedObjectStore extends ObjectStore {
  close(): Promise<void>;
}

/**
 * The object store that the settings name.
 * @throws ConfigError when they name none, or an S3 store without keys; ObjectStoreError `unavailable` when it can't be opened
 */
export async function openObjectStore(
  config: ObjectStoreConfig,
  { service, clock, pageUrl }: OpenOptions,
): Promise<OpenedObjectStore> {
  const { s3Endpoint, s3PublicEndpoint, s3Bucket, s3Region, s3AccessKey, s3SecretKey, objectsFolder } =
    config;
  if (s3Endpoint === undefined) {
    if (objectsFolder === undefined)
      throw new ConfigError(service, [
        'S3_ENDPOINT or OBJECTS_FOLDER: given neither. One of them says where the bytes of files lie.',
      ]);
    return createFolderStore({ root: objectsFolder, ...(clock && { clock }) });
  }
  if (s3AccessKey === undefined || s3SecretKey === undefined)
    throw new ConfigError(service, [
      'S3_ACCESS_KEY, S3_SECRET_KEY: not given. The store at S3_ENDPOINT has to know who asks.',
    ]);
  return createS3Store({
    endpoint: s3Endpoint,
    publicEndpoint: s3PublicEndpoint ?? s3Endpoint,
    bucket: s3Bucket,
    region: s3Region,
    accessKey: s3AccessKey,
    secretKey: s3SecretKey,
    ...(pageUrl !== undefined && { pageOrigin: new URL(pageUrl).origin }),
    ...(clock && { clock }),
  });
}
