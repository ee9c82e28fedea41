import type { ObjectStoreConfig } from './object-store.config.js';
import type { OpenOptions } from './open-object-store.js';
import { s3Access } from './s3-access.js';
import { allowPage, isBucketMissing, isPageAllowed, openBucket } from './s3/bucket.js';
import { translated } from './s3/errors.js';
import { Wire } from './s3/wire.js';

/**
 * Bucket and rules for the page; with `makes: false` it only checks. A folder needs nothing.
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
