import { httpUrl, setting } from '@skyshelf/config';
import { z } from 'zod';

/** Bytes are stored in a folder without `S3_ENDPOINT`. */
export const objectStoreSettings = {
  s3Endpoint: setting('S3_ENDPOINT', httpUrl().optional(), {
    doc: 'The S3 store with the bytes of all files, shared by storage and media. Without it they are stored in OBJECTS_FOLDER.',
  }),
  s3PublicEndpoint: setting('S3_PUBLIC_ENDPOINT', httpUrl().optional(), {
    doc: 'The address at which browsers reach the S3 store: parts of large uploads go there directly.',
    standard: 'as `S3_ENDPOINT`',
  }),
  s3Bucket: setting(
    'S3_BUCKET',
    z
      .string()
      .regex(/^(?=.{3,63}$)(?!.*(?:\.\.|\d\.\d+\.\d+\.\d))[a-z0-9][a-z0-9.-]*[a-z0-9]$/)
      .default('skyshelf'),
    {
      doc: 'The bucket of this installation; created if missing.',
      allowed: '3 to 63 small letters, digits, dots and hyphens, no IP address',
    },
  ),
  s3Region: setting('S3_REGION', z.string().min(1).default('us-east-1'), {
    doc: 'The region for signing requests to the S3 store.',
  }),
  s3CaFile: setting('S3_CA_FILE', z.string().min(1).optional(), {
    doc: 'The file (PEM) of the authority that signed the certificate of the S3 store, if Node does not trust it. It is then the only one trusted.',
    allowed: 'the path of a file with certificates',
  }),
  s3AccessKey: setting('S3_ACCESS_KEY', z.string().min(1).optional(), {
    doc: 'The access key of the S3 store, with S3_SECRET_KEY. These keys or a role are required with S3_ENDPOINT.',
    secret: true,
  }),
  s3SecretKey: setting('S3_SECRET_KEY', z.string().min(1).optional(), {
    doc: 'The secret key for signing requests to the S3 store, with S3_ACCESS_KEY.',
    secret: true,
  }),
  roleArn: setting('AWS_ROLE_ARN', z.string().min(1).max(2048).optional(), {
    doc: 'The role to assume at the S3 store instead of static keys, with AWS_WEB_IDENTITY_TOKEN_FILE; a platform sets both by itself.',
  }),
  tokenFile: setting('AWS_WEB_IDENTITY_TOKEN_FILE', z.string().min(1).optional(), {
    doc: 'The file with the web identity token for AWS_ROLE_ARN; read again each time.',
    allowed: 'the path of a file',
  }),
  roleSession: setting(
    'AWS_ROLE_SESSION_NAME',
    z
      .string()
      .regex(/^[\w+=,.@-]{2,64}$/)
      .default('skyshelf'),
    {
      doc: 'The name of the role’s session in the store’s log.',
      allowed: '2 to 64 letters, digits and _+=,.@-',
    },
  ),
  stsEndpoint: setting('AWS_ENDPOINT_URL_STS', httpUrl().optional(), {
    doc: 'The STS endpoint at which AWS_ROLE_ARN is assumed.',
    standard: 'that of AWS in S3_REGION',
  }),
  objectsFolder: setting('OBJECTS_FOLDER', z.string().min(1).optional(), {
    doc: 'The folder with the bytes of all files, shared by storage and media on one machine. Required without S3_ENDPOINT.',
  }),
};

export const objectStoreConfig = z.object(objectStoreSettings);
export type ObjectStoreConfig = z.infer<typeof objectStoreConfig>;
