import { setTimeout as pause } from 'node:timers/promises';
import { ObjectStoreError } from '../port.js';
import { isTransportError, isRefusal, S3Refusal } from './errors.js';
import { md5Of } from './signing-key.js';
import type { Wire, WireOptions } from './wire.js';

/** The time to wait for a silent store. */
const START_MS = 20_000;

/**
 * The store answers, knows our keys and has our bucket, created unless others do that.
 * @returns whether it had to be made
 * @throws ObjectStoreError `unavailable` that names the setting to look at
 */
export async function openBucket(
  wire: Wire,
  options: WireOptions,
  { startMs = START_MS, makes = true }: { startMs?: number | undefined; makes?: boolean | undefined } = {},
): Promise<boolean> {
  const deadline = Date.now() + startMs;
  for (let wait = 100; ; wait = Math.min(wait * 2, 2_000)) {
    try {
      return await findOrMake(wire, options, makes);
    } catch (error) {
      if (!mayPass(error) || Date.now() + wait > deadline) throw explained(error, options);
      await pause(wait);
    }
  }
}

async function findOrMake(wire: Wire, { bucket, region }: WireOptions, makes: boolean): Promise<boolean> {
  try {
    await requireBucket(wire);
    return false;
  } catch (error) {
    if (!makes || !isRefusal(error, 'NoSuchBucket')) throw error;
  }
  try {
    await wire.minio((client) => client.makeBucket(bucket, region));
  } catch (error) {
    if (!isRefusal(error, 'BucketAlreadyOwnedByYou', 'BucketAlreadyExists')) throw error;
    // Another process was faster, or it is another's.
    await requireBucket(wire);
  }
  return true;
}

/** Asks by the path that bytes take, and not by HEAD, whose refusals give no reason. */
async function requireBucket(wire: Wire): Promise<void> {
  const { body } = await wire.read({ method: 'GET', query: { 'list-type': 2, 'max-keys': 1 } });
  if (!body.includes('<ListBucketResult')) throw new Error('The answer is no listing.');
}

export const isBucketMissing = (error: unknown): boolean =>
  error instanceof ObjectStoreError && isRefusal(error.cause, 'NoSuchBucket');

/** An unknown host name or a wrong key won't get better. */
function mayPass(error: unknown): boolean {
  if (error instanceof S3Refusal) return error.status >= 500 && error.status !== 501;
  return isTransportError(error) && error.code !== 'ENOTFOUND';
}

const hints: Readonly<Record<string, string>> = {
  NoSuchBucket: 'has no bucket S3_BUCKET',
  InvalidAccessKeyId: 'does not know the key S3_ACCESS_KEY',
  XAdminUserNotFound: 'does not know the key S3_ACCESS_KEY', // versitygw
  SignatureDoesNotMatch: 'finds that S3_SECRET_KEY does not fit S3_ACCESS_KEY (or a proxy changes requests)',
  RequestTimeTooSkewed: 'has another time than this machine: set the clocks',
  AuthorizationHeaderMalformed: 'is in another region than S3_REGION says',
  IllegalLocationConstraintException: 'is in another region than S3_REGION says',
  PermanentRedirect:
    'has this bucket at another address or in another region than S3_ENDPOINT and S3_REGION say',
  InvalidBucketName: 'refuses the name S3_BUCKET',
  AccessDenied: 'does not let this key use the bucket S3_BUCKET',
  BucketAlreadyExists: 'has a bucket S3_BUCKET of another account',
};

function explained(error: unknown, { endpoint, bucket }: WireOptions): ObjectStoreError {
  if (error instanceof ObjectStoreError) return error;
  const message = `The object store ${endpoint} ${wordsFor(error)}. Bucket: ${bucket}.`;
  return new ObjectStoreError('unavailable', message, { cause: error });
}

function wordsFor(error: unknown): string {
  if (error instanceof S3Refusal) return hints[error.reason] ?? `refuses: ${error.message}`;
  const text = error instanceof Error ? error.message : String(error);
  return isTransportError(error)
    ? `(S3_ENDPOINT) is not reachable: ${text}`
    : '(S3_ENDPOINT) does not answer as an S3 store does';
}

/**
 * CORS for this origin to PUT parts and read ETags (MinIO allows every page). Sufficient existing rules stay.
 * @returns whether that had to be done
 * @throws ObjectStoreError `unavailable` when the keys may not set it
 */
export async function allowPage(wire: Wire, origin: string): Promise<boolean> {
  if (await isPageAllowed(wire, origin)) return false;
  const body = rules(origin);
  try {
    await wire.read({ method: 'PUT', query: { cors: '' }, body, headers: md5Of(body) });
    return true;
  } catch (error) {
    if (!hasNoRules(error)) throw refusedRules(error);
    return false;
  }
}

/** True also where the store keeps no such rules. */
export async function isPageAllowed(wire: Wire, origin: string): Promise<boolean> {
  try {
    const { body } = await wire.read({ method: 'GET', query: { cors: '' } });
    return allows(body, origin);
  } catch (error) {
    if (hasNoRules(error)) return true;
    if (!isRefusal(error, 'NoSuchCORSConfiguration')) throw refusedRules(error);
    return false;
  }
}

const hasNoRules = (error: unknown): boolean =>
  error instanceof S3Refusal && [501, 405].includes(error.status);

const refusedRules = (error: unknown): unknown =>
  error instanceof S3Refusal && error.status === 403
    ? new ObjectStoreError(
        'unavailable',
        'These keys may not set the CORS rules of the bucket, and there are none that let the page PUT parts',
        { cause: error },
      )
    : error;

const allows = (xml: string, origin: string): boolean =>
  ['AllowedOrigin>*<', `AllowedOrigin>${origin}<`].some((each) => xml.includes(each)) &&
  xml.includes('AllowedMethod>PUT<') &&
  /ExposeHeader>etag</i.test(xml);

const rules = (origin: string): string =>
  '<CORSConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><CORSRule>' +
  `<AllowedOrigin>${origin}</AllowedOrigin><AllowedMethod>PUT</AllowedMethod><AllowedHeader>*</AllowedHeader>` +
  '<ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>3600</MaxAgeSeconds></CORSRule></CORSConfiguration>';
