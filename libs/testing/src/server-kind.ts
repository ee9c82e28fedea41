import type { StackOptions } from '@skyshelf/stack';

/** The servers besides MongoDB that tests share, each started when the first test of a run asks for it. */
export const SERVER_KINDS = ['kafka', 'versitygw', 'minio', 'otlp'] as const;
export type ServerKind = (typeof SERVER_KINDS)[number];

/** The stack that is just this server. */
export function stackOf(kind: ServerKind): Pick<StackOptions, 'mongod' | 'kafka' | 's3' | 'otlp'> {
  const nothing = { mongod: 0, kafka: 0, s3: null, otlp: false } as const;
  if (kind === 'kafka') return { ...nothing, kafka: 1 };
  if (kind === 'otlp') return { ...nothing, otlp: true };
  return { ...nothing, s3: kind };
}

/** The program that must be on the machine for it. */
export function programOf(kind: ServerKind): 'kafka' | 'versitygw' | 'minio' | 'otelcol' {
  return kind === 'otlp' ? 'otelcol' : kind;
}
