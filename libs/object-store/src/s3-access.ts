import { ConfigError, readAuthority, secretIn } from '@skyshelf/config';
import type { ObjectStoreConfig } from './object-store.config.js';
import type { S3StoreOptions } from './s3/s3-store.js';
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
  whole(['S3_ACCESS_KEY', s3AccessKey], ['S3_SECRET_KEY', s3SecretKey], refuse);
  whole(['AWS_ROLE_ARN', roleArn], ['AWS_WEB_IDENTITY_TOKEN_FILE', tokenFile], refuse);
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

type Half = readonly [name: string, value: string | undefined];

function whole(one: Half, other: Half, refuse: (problem: string) => never): void {
  for (const [[name, value], [missing, half]] of [
    [one, other],
    [other, one],
  ] as const)
    if (value !== undefined && half === undefined)
      refuse(`${missing}: not given, though ${name} is. Both are needed, or neither.`);
}
