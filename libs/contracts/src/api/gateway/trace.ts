import { z } from 'zod';
import { defineRoutes } from '../route.js';

const DAY_MS = 86_400_000;
/** W3C Trace Context; all zeros stand for none. */
const hexId = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`))
    .describe(`${digits} hexadecimal digits, not all 0`);

/** Measured by the page. Numbers and fixed words only: no personal data. */
export const pageSpan = z.strictObject({
  name: z.enum(['upload']),
  traceId: hexId(32),
  spanId: hexId(16),
  /** Relative, since the page's clock may be wrong. */
  agoMs: z.number().int().min(0).max(DAY_MS),
  durationMs: z.number().int().min(0).max(DAY_MS),
  outcome: z.enum(['done', 'failed']),
  files: z.number().int().min(0).max(1_000_000),
  bytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
});
export type PageSpan = z.infer<typeof pageSpan>;

export const trace = defineRoutes(
  { service: 'gateway', access: 'user', rate: 'read' },
  {
    reportSpans: {
      method: 'POST',
      path: '/api/trace',
      bodyLimit: 8192,
      summary:
        "Takes how long the user's actions took in the page, for the traces of the operator. Nothing is kept where none are recorded.",
      refuses: [],
      body: z.strictObject({ spans: z.array(pageSpan).min(1).max(20) }),
      answer: z.object({ recorded: z.boolean() }),
    },
  },
);
