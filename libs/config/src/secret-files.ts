import { readFileSync } from 'node:fs';
import type { ZodType } from 'zod';
import { settingOf } from './setting.js';

export const fileVariable = (env: string): string => `${env}_FILE`;

/** @throws {Error} in words for the operator */
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

export interface SecretField {
  field: string;
  schema: ZodType;
  path: string;
  text: string;
  value: unknown;
}

const LOOK_AFTER_MS = 1_000;

/**
 * Checked by content (which works through Kubernetes' links) when one is read and a second has passed; all
 * together, so that related ones change together. An unreadable or wrong file changes nothing and is reported
 * once, as a process warning.
 */
export class SecretFiles {
  #looked = performance.now();
  #trouble = '';

  constructor(private readonly fields: readonly SecretField[]) {}

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
