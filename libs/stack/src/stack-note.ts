import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newMemberKey } from '@skyshelf/host';
import { z } from 'zod';
import type { StackOptions } from './stack.js';

const members = z.union([z.literal(0), z.literal(1), z.literal(3)]);
const layoutSchema = z.object({
  mongod: members,
  kafka: members,
  s3: z.enum(['versitygw', 'minio']).nullable(),
  otlp: z.boolean(),
  proxied: z.boolean(),
});
const quotable = z.string().regex(/^[\w-]{16,}$/);
const noteSchema = z.object({
  layout: layoutSchema,
  /** The keys are purposes: `kafka-1`, `kafka-1.controller`, `mongod-1.proxy`. */
  ports: z.record(z.string(), z.number().int()),
  /** Kafka's: 16 bytes, base64url. */
  clusterId: z.string(),
  databasePassword: z.string().min(16),
  memberKey: z.string(),
  kafkaPassword: quotable,
  brokerPassword: quotable,
  accessKey: z.string(),
  secretKey: z.string(),
});

export type StackLayout = z.infer<typeof layoutSchema>;
export type StackNote = z.infer<typeof noteSchema>;

const DEFAULTS: StackLayout = { mongod: 1, kafka: 1, s3: 'versitygw', otlp: false, proxied: false };
const FRESH: StackLayout = { mongod: 0, kafka: 0, s3: null, otlp: false, proxied: false };

/** undefined when no stack was ever started there. */
export function readStackNote(folder: string): StackNote | undefined {
  let text: string;
  try {
    text = readFileSync(noteFile(folder), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return noteSchema.parse(JSON.parse(text));
}

/** Writes atomically. */
export function writeStackNote(folder: string, note: StackNote): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${noteFile(folder)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, noteFile(folder));
}

export function freshNote(): StackNote {
  return {
    layout: FRESH,
    ports: {},
    clusterId: randomBytes(16).toString('base64url').replace(/^-/, 'A'),
    databasePassword: randomBytes(24).toString('hex'),
    memberKey: newMemberKey(),
    kafkaPassword: randomBytes(24).toString('hex'),
    brokerPassword: randomBytes(24).toString('hex'),
    accessKey: `skyshelf${randomBytes(4).toString('hex')}`,
    secretKey: randomBytes(20).toString('hex'),
  };
}

/** @throws {Error} when it would lose what is there */
export function mergeLayout(options: StackOptions, noted: StackLayout | undefined): StackLayout {
  const base = noted ?? DEFAULTS;
  const wanted: StackLayout = {
    mongod: options.mongod ?? base.mongod,
    kafka: options.kafka ?? base.kafka,
    s3: options.s3 === undefined ? base.s3 : options.s3,
    otlp: options.otlp ?? base.otlp,
    proxied: options.proxied ?? base.proxied,
  };
  if (noted) refuseLosses(options.folder, wanted, noted);
  return wanted;
}

function refuseLosses(folder: string, wanted: StackLayout, noted: StackLayout): void {
  for (const part of ['mongod', 'kafka', 's3'] as const) {
    if (noted[part] && wanted[part] !== noted[part])
      throw new Error(
        `The stack in ${folder} has ${part} ${noted[part]}; for ${part} ${wanted[part]} wipe it first, or take another folder.`,
      );
  }
  const any = noted.mongod || noted.kafka || noted.s3 || noted.otlp;
  if (any && wanted.proxied !== noted.proxied)
    throw new Error(
      `The stack in ${folder} ${noted.proxied ? 'has' : 'has no'} proxies before its servers; wipe it first, or take another folder.`,
    );
}

function noteFile(folder: string): string {
  return join(folder, 'stack.json');
}
