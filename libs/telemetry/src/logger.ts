import { isSpanContextValid, trace } from '@opentelemetry/api';
import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LoggerOptions {
  service: string;
  /** Default: info. */
  level?: LogLevel;
  /** Default: standard output. */
  destination?: DestinationStream;
}

const secretFields = [
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'access_token',
  'id_token',
  'refresh_token',
  'password',
  'secret',
  'internalKeys',
  'grantKeys',
  'receiptKeys',
  'tokenKeys',
  'grant',
  'receipt',
  'upload-grant',
];

/** pino paths: top level, one level down, and headers of a logged request or response. */
const secretPaths = ['', '*.', 'req.headers.', 'res.headers.'].flatMap((place) =>
  secretFields.map((field) =>
    field.includes('-') ? `${place.replace(/\.$/, '')}["${field}"]` : `${place}${field}`,
  ),
);

function traceFields(): { trace?: string; span?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span && isSpanContextValid(span) ? { trace: span.traceId, span: span.spanId } : {};
}

/**
 * Writes one JSON object a line: `level` as a word, `time` in ISO 8601, `service`, `trace`, `span`; without secrets.
 */
export function createLogger({ service, level = 'info', destination }: LoggerOptions): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: traceFields,
    redact: { paths: secretPaths, censor: '[secret]' },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** kafkajs computes negative pauses all the time. */
const EXPECTED = new Set(['TimeoutNegativeWarning']);

/** Call it once a process. */
export function logWarnings(logger: Pick<Logger, 'warn'>): void {
  // Node's own printer is a listener like any other.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (!EXPECTED.has(warning.name))
      logger.warn({ err: warning }, 'Node warns of something in this process.');
  });
}
