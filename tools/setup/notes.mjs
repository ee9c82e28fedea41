import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SetupError } from './messages.mjs';

/** Reads a small JSON file; undefined when there is none or it is broken. */
export function readNote(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes a small JSON file so that a reader sees the old or the new one, never half of it. */
export function writeNote(path, value) {
  const draft = `${path}.${process.pid}`;
  makeFolder(dirname(path));
  try {
    writeFileSync(draft, `${JSON.stringify(value)}\n`);
    renameSync(draft, path);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/** Makes a folder, or says in plain words why that fails. */
export function makeFolder(path) {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

export function cannotWrite(path, error) {
  const reasons = {
    EROFS: 'the disk is read-only',
    EACCES: 'you may not write there',
    EPERM: 'you may not write there',
    ENOSPC: 'the disk is full',
  };
  const reason = reasons[error.code] ?? error.message;
  return new SetupError(
    `Set-up cannot write ${path}: ${reason}. Free or choose another place and run it again.`,
  );
}
