import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { httpStatus } from './http-answer.js';
import type { ServerPlan } from './server-plan.js';

export interface S3PlanOptions {
  kind: 'versitygw' | 'minio';
  program(): Promise<string>;
  folder: string;
  port: number;
  clientPort: number;
  accessKey: string;
  secretKey: string;
}

/** The region of both stores, and every client's default. */
export const REGION = 'us-east-1';

export function s3Plan(options: S3PlanOptions): ServerPlan {
  const { kind, folder, port, clientPort } = options;
  const health = kind === 'minio' ? '/minio/health/ready' : '/health';
  return {
    name: 's3',
    folder,
    port,
    clientPort,
    stopTimeoutMs: 5_000,
    prepare: async () => {
      const command = await options.program();
      return kind === 'minio' ? minio(command, options) : versitygw(command, options);
    },
    serves: async (at) => (await httpStatus(`http://127.0.0.1:${at}${health}`)) === 200,
  };
}

function versitygw(command: string, { folder, port, accessKey, secretKey }: S3PlanOptions) {
  const data = join(folder, 'data');
  const versions = join(folder, 'versions');
  for (const each of [data, versions]) mkdirSync(each, { recursive: true });
  return {
    command,
    args: [
      ...`--port 127.0.0.1:${port} --quiet --health /health --region ${REGION} posix`.split(' '),
      '--versioning-dir',
      versions,
      data,
    ],
    env: { ROOT_ACCESS_KEY: accessKey, ROOT_SECRET_KEY: secretKey },
  };
}

function minio(command: string, { folder, port, accessKey, secretKey }: S3PlanOptions) {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  return {
    command,
    args: ['server', data, '--address', `127.0.0.1:${port}`, '--quiet'],
    env: {
      MINIO_ROOT_USER: accessKey,
      MINIO_ROOT_PASSWORD: secretKey,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
      MINIO_REGION: REGION,
      HOME: folder,
    },
  };
}
