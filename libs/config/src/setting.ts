import { z, type ZodObject, type ZodType } from 'zod';

/** What an operator has to know about one setting besides its schema. */
export interface SettingNotes {
  /** What it is for, one sentence; shown in docs/configuration.md and when the value is wrong. */
  doc: string;
  /** Never printed: shown as its length only. May also be given as `NAME_FILE`, the path of a file that it stands in. */
  secret?: boolean;
  /** Names what is allowed in plain words where the schema cannot say it, e.g. `a folder this process may write to`. */
  allowed?: string;
  /** What holds when it is not given, in plain words, where that depends on the machine. */
  standard?: string;
}

/** The notes as they are kept on the schema. */
export interface SettingMeta extends SettingNotes {
  env: string;
}

/**
 * A field of a service's configuration: which environment variable it comes from and what it is for.
 * Defaults belong into the schema (`z.coerce.number().default(8080)`); a field without one must be given.
 */
export const setting = <S extends ZodType>(env: string, schema: S, notes: SettingNotes): S =>
  schema.meta({ env, ...notes });

const settingMeta = z.object({
  env: z.string(),
  doc: z.string(),
  secret: z.boolean().optional(),
  allowed: z.string().optional(),
  standard: z.string().optional(),
});

/**
 * The notes of a field.
 * @throws Error when the field was not made by `setting()`: a mistake of the programmer, met at the first start
 */
export function settingOf(field: string, schema: ZodType): SettingMeta {
  const meta = settingMeta.safeParse(schema.meta());
  if (!meta.success) throw new Error(`The field ${field} of the configuration is not made with setting().`);
  return meta.data;
}

/** The fields of a configuration by name. */
export function fieldsOf(schema: ZodObject): [string, ZodType][] {
  const shape: Readonly<Record<string, ZodType>> = schema.shape;
  return Object.entries(shape);
}
