import { ConfigError, readAuthority, secretIn } from '@skyshelf/config';
import { createFolderStore } from './folder/folder-store.js';
import type { ObjectStoreConfig } from './object-store.config.js';
import type { ObjectStore } from './port.js';
import { createS3Store, type S3StoreOptions } from './s3/s3-store.js';
import { allowPage, isBucketMissing, isPageAllowed, openBucket } from './s3/bucket.js';
import { translated } from './s3/errors.js';
import { Wire } from './s3/wire.js';
import type { CredentialSource } from './s3/signing-key.js';
import { webIdentity } from './s3/web-identity.js';

type Access = Pick<
  S3StoreOptions,
  'endpoint' | 'publicEndpoint' | 'bucket' | 'region' | 'credentials' | 'authority'
>;

/** @throws ConfigError that names what is missing of incomplete settings */
export function s3Access(config: ObjectStoreConfig, endpoint: string, service: string): Access {
  const { s3PublicEndpoint, s3Bucket: bucket, s3Region: region, s3CaFile } = config;
  const refuse = (problem: string): never => {
    throw new ConfigError(service, [problem]);
  };
  if (s3CaFile !== undefined && !endpoint.startsWith('https:'))
    refuse('S3_ENDPOINT: is not https, though S3_CA_FILE is given. Only a certificate needs an authority.');
  const authority = readAuthority(service, 'S3_CA_FILE', s3CaFile);
  return {
    endpoint,
    publicEndpoint: s3PublicEndpoint ?? endpoint,
    bucket,
    region,
    authority,
    credentials: credentialsOf(config, authority, refuse),
  };
}

function credentialsOf(
  config: ObjectStoreConfig,
  authority: string | undefined,
  refuse: (problem: string) => never,
): CredentialSource {
  const { s3AccessKey, s3SecretKey, roleArn, tokenFile, roleSession: sessionName } = config;
  requireBoth({ S3_ACCESS_KEY: s3AccessKey, S3_SECRET_KEY: s3SecretKey }, refuse);
  requireBoth({ AWS_ROLE_ARN: roleArn, AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile }, refuse);
  if (s3AccessKey !== undefined && roleArn !== undefined)
    refuse('S3_ACCESS_KEY, AWS_ROLE_ARN: both are given. One of them says who asks the store.');
  if (roleArn !== undefined && tokenFile !== undefined) {
    requireToken(tokenFile, refuse);
    const endpoint = config.stsEndpoint ?? `https://sts.${config.s3Region}.amazonaws.com`;
    // A private authority has signed for AWS_ENDPOINT_URL_STS too, not for AWS.
    const believed = config.stsEndpoint === undefined ? undefined : authority;
    return webIdentity({ endpoint, roleArn, tokenFile, sessionName, authority: believed });
  }
  if (s3AccessKey === undefined)
    refuse(
      'S3_ACCESS_KEY, S3_SECRET_KEY: not given, nor AWS_ROLE_ARN and AWS_WEB_IDENTITY_TOKEN_FILE. The store at S3_ENDPOINT has to know who asks.',
    );
  // Each time: files change.
  return () => ({ accessKey: config.s3AccessKey ?? '', secretKey: config.s3SecretKey ?? '' });
}

function requireToken(path: string, refuse: (problem: string) => never): void {
  try {
    secretIn(path);
  } catch (error) {
    refuse(`AWS_WEB_IDENTITY_TOKEN_FILE: given ${JSON.stringify(path)}, which ${(error as Error).message}.`);
  }
}

type Given = Readonly<Record<string, string | undefined>>;

/** Refuses one without the other. @param pair two settings by their names */
function requireBoth(pair: Given, refuse: (problem: string) => never): void {
  const given = Object.keys(pair).find((name) => pair[name] !== undefined);
  const missing = Object.keys(pair).find((name) => pair[name] === undefined);
  if (given !== undefined && missing !== undefined)
    refuse(`${missing}: not given, though ${given} is. Both are needed, or neither.`);
}

export interface OpenOptions {
  /** Messages about a missing setting name it. */
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
 * Makes what is missing, or only checks with `makes: false`. A folder needs nothing.
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
