import { companionConfig, companionProcessConfig } from '@skyshelf/companion';
import { allowedValues, fieldsOf, settingOf } from '@skyshelf/config';
import { processConfig, serviceSettings } from '@skyshelf/service';
import { serviceList } from '@skyshelf/services';
import { z, type ZodObject, type ZodType } from 'zod';

const byChart =
  /^(INTERNAL_(HOST|PORT)|HOST|PORT|SKYSHELF_.+|COMPANION_.+|MONGODB_.+|KAFKA_.+|S3_.+|AWS_.+|OBJECTS_FOLDER|PUBLIC_URL|TRUSTED_PROXIES|DRAIN_MS|FINISH_SECONDS|MEDIA_ROLES|WEBSITE_THUMBNAILS|WEB_ROOT|MAIL_FOLDER|METRICS_TOKEN.*|.+_FILE)$/;

const forTests = new Set(['CATALOG_LOOKUP_PROVIDER', 'CATALOG_LOOKUP_TRUSTED']);

interface ChartSetting {
  doc: string;
  secret: boolean;
  /** JSON Schema for the chart's values. */
  schema: object;
}

/** For each program the names it reads, for each name what is allowed. */
export interface ChartSettings {
  programs: Record<string, { plain: string[]; secret: string[] }>;
  settings: Record<string, ChartSetting>;
}

const programs: readonly { name: string; schema: ZodObject }[] = [
  ...serviceList.map((service) => ({
    name: service.name,
    schema: processConfig.extend(serviceSettings(service).shape),
  })),
  { name: 'companion', schema: companionProcessConfig.extend(companionConfig.shape) },
];

export function chartSettings(): ChartSettings {
  const found: ChartSettings = { programs: {}, settings: {} };
  for (const { name, schema } of programs) {
    const reads: ChartSettings['programs'][string] = { plain: [], secret: [] };
    for (const [field, type] of fieldsOf(schema)) {
      const { env, doc, secret = false, allowed = allowedValues(type) } = settingOf(field, type);
      if (byChart.test(env) || forTests.has(env)) continue;
      reads[secret ? 'secret' : 'plain'].push(env);
      found.settings[env] = { doc: `${doc} Allowed: ${allowed}.`, secret, schema: valueSchema(type) };
    }
    found.programs[name] = { plain: reads.plain.toSorted(), secret: reads.secret.toSorted() };
  }
  found.settings = Object.fromEntries(
    Object.entries(found.settings).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  return found;
}

interface Shape {
  type?: unknown;
  enum?: unknown[];
  format?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** Numbers and switches as YAML, all else as text; the service checks the rest. */
function valueSchema(type: ZodType): object {
  const shape: Shape = z.toJSONSchema(type, { io: 'output', unrepresentable: 'any' });
  if (shape.enum) return { enum: shape.enum };
  if (shape.type === 'boolean') return { type: 'boolean' };
  if (shape.type === 'integer' || shape.type === 'number') return numberSchema(shape);
  const { pattern, format, minLength, maxLength } =
    shape.type === 'string'
      ? shape
      : (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Shape);
  if (format === 'uri') return { type: 'string', pattern: '^https?://' };
  return {
    type: 'string',
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    // Helm's engine of patterns has no lookaround.
    ...(pattern !== undefined && !/\(\?[=!<]/.test(pattern) && { pattern }),
  };
}

const numberSchema = ({ type, minimum, maximum }: Shape): object => ({
  type,
  ...(isGiven(minimum) && { minimum }),
  ...(isGiven(maximum) && { maximum }),
});

const isGiven = (limit: number | undefined): boolean =>
  limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;

export const renderChartSettings = (): string => `${JSON.stringify(chartSettings(), null, 2)}\n`;
