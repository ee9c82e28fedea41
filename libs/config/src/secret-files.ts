import { readFileSync } from 'node:fs';
import type { ZodType } from 'zod';
import { settingOf } from './setting.js';

/** The name of the variable with the path of the file that a secret stands in. */
export const fileVariable = (env: string): string => `${env}_FILE`;

/** @throws {Error} in words for the operator when there is nothing to be read */
export function secretIn(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new Error(`can't be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`, {
      cause: error,
    });
  }
  if (text === '') throw new Error('is empty');
  return text;
}

/** A field of a configuration whose value stands in a file. */
export interface SecretField {
  field: string;
  schema: ZodType;
  path: string;
  /** What stands there now. */
  text: string;
  value: unknown;
}

/** A file that has changed is noticed within so long, milliseconds, when a value is asked for. */
const LOOK_AFTER_MS = 1_000;

/**
 * The secrets of a configuration that stand in files, read again when one is asked for and a second has passed: by their content, which holds through links as Kubernetes has
 * them. All are read together, so that two that belong together change together. What can't be read, or is wrong, changes nothing and is told once, as a warning of the process.
 */
export class SecretFiles {
  #looked = performance.now();
  #trouble = '';

  constructor(private readonly fields: readonly SecretField[]) {}

  /** Properties for the configuration, in place of values. */
  properties(): PropertyDescriptorMap {
    return Object.fromEntries(
      this.fields.map((each) => [
        each.field,
        { enumerable: true, get: () => (this.#look(performance.now()), each.value) },
      ]),
    );
  }

  #look(now: number): void {
    if (now - this.#looked < LOOK_AFTER_MS) return;
    this.#looked = now;
    const troubles = this.fields.flatMap((each) => renewed(each) ?? []).join('; ');
    if (troubles !== '' && troubles !== this.#trouble)
      process.emitWarning(`${troubles}: what is known stays`);
    this.#trouble = troubles;
  }
}

/** @returns what is wrong */
function renewed(known: SecretField): string | undefined {
  const name = fileVariable(settingOf(known.field, known.schema).env);
  try {
    const text = secretIn(known.path);
    if (text === known.text) return undefined;
    const parsed = known.schema.safeParse(text);
    if (!parsed.success) return `${name}: what ${known.path} holds now is not allowed`;
    Object.assign(known, { text, value: parsed.data });
    return undefined;
  } catch (error) {
    return `${name}: ${known.path} ${(error as Error).message}`;
  }
}
