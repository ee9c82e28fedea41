import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const identitySchema = z.object({ pid: z.number().int().positive(), started: z.string().optional() });
const noteSchema = identitySchema.extend({ owner: identitySchema.nullable() });

/** A process without an owner runs until it is stopped. */
export type ProcessNote = z.infer<typeof noteSchema>;

export function readProcessNote(path: string): ProcessNote | undefined {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function writeProcessNote(path: string, note: ProcessNote): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(note));
  renameSync(draft, path);
}

export function removeProcessNote(path: string): void {
  rmSync(path, { force: true });
}
