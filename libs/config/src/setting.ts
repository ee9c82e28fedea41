import { z, type ZodObject, type ZodType } from 'zod';

export interface SettingNotes {
  /** One sentence; shown in docs/configuration.md and when the value is wrong. */
  doc: string;
  /** Printed as its length only. May be given as `NAME_FILE`. */
  secret?: boolean;
  /** It says what the schema can't, e.g. `a folder this process may write to`. */
  allowed?: string;
  /** In words, where the default depends on the machine. */
  standard?: string;
}

export interface SettingMeta extends SettingNotes {
  env: string;
}

/** Defaults belong into the schema (`z.coerce.number().default(8080)`); a field without one is required. */
export const setting = <S extends ZodType>(env: string, schema: S, notes: SettingNotes): S =>
  schema.meta({ env, ...notes });

const settingMeta = z.object({
  env: z.string(),
  doc: z.string(),
  secret: z.boolean().optional(),
  allowed: z.string().optional(),
  standard: z.string().optional(),
});

/** @throws Error when the field was not made by `setting()`: a programming mistake */
export function settingOf(field: string, schema: ZodType): SettingMeta {
  const meta = settingMeta.safeParse(schema.meta());
  if (!meta.success) throw new Error(`The field ${field} of the configuration is not made with setting().`);
  return meta.data;
}

export function fieldsOf(schema: ZodObject): [string, ZodType][] {
  const shape: Readonly<Record<string, ZodType>> = schema.shape;
  return Object.entries(shape);
}
