import { ConfigError } from '@skyshelf/config';
import { createFolderStore } from './folder/folder-store.js';
import type { ObjectStoreConfig } from './object-store.config.js';
import type { ObjectStore } from './port.js';
import { s3Access } from './s3-access.js';
import { createS3Store } from './s3/s3-store.js';
import { allowPage, isBucketMissing, isPageAllowed, openBucket } from './s3/bucket.js';
import { translated } from './s3/errors.js';
import { Wire } from './s3/wire.js';

export interface OpenOptions {
  /** For messages about a missing setting. */
  service: string;
  clock?: { now(): Date };
  /** Allows its page to PUT parts. */
  pageUrl?: string | undefined;
  /** Others create the S3 bucket and its rules. */
  isPrepared?: boolean;
}

export interface OpenedObjectStore extends ObjectStore {
  close(): Promise<void>;
}

/** @throws ConfigError for missing settings; ObjectStoreError `unavailable` */
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

/**
 * With `makes: false` it only checks. A folder needs nothing.
 * @returns what was made, or is missing, in words
 * @throws ConfigError; ObjectStoreError `unavailable`
 */
export async function prepareObjectStore(
  config: ObjectStoreConfig,
  { service, pageUrl, makes }: Pick<OpenOptions, 'service' | 'pageUrl'> & { makes: boolean },
): Promise<string[]> {
  if (config.s3Endpoint === undefined) return [];
  const access = s3Access(config, config.s3Endpoint, service);
  const wire = new Wire(access);
  const bucket = `bucket ${access.bucket}`;
  const cors = (origin: string) => `${bucket}: leave for pages of ${origin} to PUT parts (CORS)`;
  const origin = pageUrl === undefined ? null : new URL(pageUrl).origin;
  try {
    const made = await openBucket(wire, access, { makes });
    const lacksRules = origin !== null && (await translated(() => lacks(wire, origin, makes)));
    return [...(made ? [bucket] : []), ...(lacksRules ? [cors(origin)] : [])];
  } catch (error) {
    if (!isBucketMissing(error)) throw error;
    return [bucket, ...(origin === null ? [] : [cors(origin)])];
  } finally {
    wire.close();
  }
}

const lacks = async (wire: Wire, origin: string, makes: boolean): Promise<boolean> =>
  makes ? allowPage(wire, origin) : !(await isPageAllowed(wire, origin));
