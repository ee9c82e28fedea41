import { httpUrl, setting } from '@skyshelf/config';
import { z } from 'zod';

/** Where the bytes of files lie: in an S3 store or, without `S3_ENDPOINT`, in a folder. */
export const objectStoreSettings = {
  s3Endpoint: setting('S3_ENDPOINT', httpUrl().optional(), {
    doc: 'The S3 store with the bytes of all files, shared by storage and media. Without it they lie in OBJECTS_FOLDER.',
  }),
  s3PublicEndpoint: setting('S3_PUBLIC_ENDPOINT', httpUrl().optional(), {
    doc: 'Where browsers reach the S3 store: parts of large uploads go there directly.',
    standard: 'as `S3_ENDPOINT`',
  }),
  s3Bucket: setting(
    'S3_BUCKET',
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .default('skyshelf'),
    {
      doc: 'The bucket of this installation; made when it is missing.',
      allowed: '3 to 63 small letters, digits, dots and hyphens',
    },
  ),
  s3Region: setting('S3_REGION', z.string().min(1).default('us-east-1'), {
    doc: 'The region that requests to the S3 store are signed for.',
  }),
  s3AccessKey: setting('S3_ACCESS_KEY', z.string().min(1).optional(), {
    doc: 'Who we are to the S3 store. Must be given with S3_ENDPOINT.',
  }),
  s3SecretKey: setting('S3_SECRET_KEY', z.string().min(1).optional(), {
    doc: 'What requests to the S3 store are signed with. Must be given with S3_ENDPOINT.',
    secret: true,
  }),
  objectsFolder: setting('OBJECTS_FOLDER', z.string().min(1).optional(), {
    doc: 'The folder with the bytes of all files, shared by storage and media on one machine. Must be given where S3_ENDPOINT is not.',
  }),
};

export const objectStoreConfig = z.object(objectStoreSettings);
export type ObjectStoreConfig = z.infer<typeof objectStoreConfig>;
