import { hostname } from 'node:os';
import {
  httpUrl,
  list,
  mongodbUri,
  onOff,
  port,
  secret,
  setting,
  share,
  wholeNumber,
} from '@skyshelf/config';
import { serviceNames } from '@skyshelf/contracts';
import { logLevels, otlpProtocols } from '@skyshelf/telemetry';
import { z } from 'zod';
import { adminSettings, readOnlySettings } from './product-settings.js';

const address = '(https?://[^\\s|]+|dns\\+http://[^\\s|/:]+:\\d{1,5}|unix:/[^\\s|]+)';
const peerAddress = new RegExp(`^(${serviceNames.join('|')}|media\\.video)=${address}(\\|${address})*$`);

const exporter = z.enum(['otlp', 'console', 'none']).optional();

export const telemetrySettings = {
  logLevel: setting('LOG_LEVEL', z.enum(logLevels).default('info'), {
    doc: 'The lowest level that is logged.',
  }),
  otlpEndpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', httpUrl().optional(), {
    doc: 'Base address of an OTLP/HTTP collector for traces and metrics. Without it, and without an exporter, none are sent; log lines still carry trace ids. Other OTEL_* variables, such as headers, time-outs, resource attributes and batches, are passed to the SDK.',
  }),
  otlpProtocol: setting('OTEL_EXPORTER_OTLP_PROTOCOL', z.enum(otlpProtocols).default('http/json'), {
    doc: 'The protocol of the collector.',
  }),
  otlpTracesEndpoint: setting('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', httpUrl().optional(), {
    doc: 'The full address for traces, if it differs.',
  }),
  otlpMetricsEndpoint: setting('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', httpUrl().optional(), {
    doc: 'The full address for metrics, if it differs.',
  }),
  tracesExporter: setting('OTEL_TRACES_EXPORTER', exporter, {
    doc: 'The exporter of traces; default: `otlp` with an endpoint; `none` records none.',
  }),
  metricsExporter: setting('OTEL_METRICS_EXPORTER', exporter, {
    doc: 'The exporter of metrics in addition to `/metrics`; default: `otlp` with an endpoint; `none` if Prometheus scrapes.',
  }),
  traceShare: setting('OTEL_TRACES_SAMPLER_ARG', share().default(1), {
    doc: 'Share of all traces that are recorded, the same for every process. A busy installation records one in a hundred.',
    allowed: 'a number from 0 to 1',
  }),
};

export const tracingOf = (config: z.infer<z.ZodObject<typeof telemetrySettings>>) => ({
  endpoint: config.otlpEndpoint,
  tracesEndpoint: config.otlpTracesEndpoint,
  metricsEndpoint: config.otlpMetricsEndpoint,
  tracesExporter: config.tracesExporter,
  metricsExporter: config.metricsExporter,
  protocol: config.otlpProtocol,
  ratio: config.traceShare,
});

export const internalSettings = {
  internalHost: setting('INTERNAL_HOST', z.string().min(1).default('127.0.0.1'), {
    doc: 'The address of the internal port. Keep users away from it: only services, probes and Prometheus need it.',
  }),
  internalPort: setting('INTERNAL_PORT', port().default(0), {
    doc: 'The port for the other services, probes, operator’s commands and `/metrics`; 0 chooses a free one and logs it.',
  }),
};

export const metricsToken = setting('METRICS_TOKEN', secret().optional(), {
  doc: 'The token that Prometheus sends for `/metrics` at the internal port (`Authorization: Bearer`). It gives no other access. Without it only internal keys open `/metrics`.',
  secret: true,
});

export const publicListenConfig = z.object({
  host: setting('HOST', z.string().min(1).default('127.0.0.1'), { doc: 'The address of the public port.' }),
  port: setting('PORT', port().default(0), {
    doc: 'The public port, different from INTERNAL_PORT: it serves no internal route. 0 chooses a free one and logs it.',
  }),
});

/** They are added to the service's own. */
export const processConfig = z.object({
  ...adminSettings,
  ...readOnlySettings,
  ...telemetrySettings,
  ...internalSettings,
  metricsToken,
  mongodbUri: setting('MONGODB_URI', mongodbUri(), {
    doc: 'The MongoDB replica set (6.0 or newer).',
    allowed: 'a mongodb:// or mongodb+srv:// address, special characters of its password percent-encoded',
    secret: true,
  }),
  mongodbCaFile: setting('MONGODB_CA_FILE', z.string().min(1).optional(), {
    doc: 'The file (PEM) of the authority that signed the certificates of the MongoDB servers; it is then the only one trusted. Needs `tls=true` in MONGODB_URI.',
    allowed: 'the path of a file with certificates',
  }),
  databasePrefix: setting(
    'SKYSHELF_DATABASE_PREFIX',
    z
      .string()
      .regex(/^[\w-]{0,30}$/)
      .default(''),
    {
      doc: 'The prefix of the names of all databases, for several installations on one server.',
      allowed: 'up to 30 letters, digits, _ and -',
    },
  ),
  keysFile: setting('SKYSHELF_KEYS_FILE', z.string().min(1), {
    doc: 'The JSON file with the keys that services sign and check with; read again when it changes.',
    allowed: 'a file as docs/operations.md describes it',
  }),
  peers: setting(
    'SKYSHELF_PEERS',
    list()
      .pipe(z.array(z.string().regex(peerAddress)))
      .default([]),
    {
      doc: 'The internal ports of the other services; several replicas of a service with | between them, or dns+http://name:port for all addresses that the name has, looked up every 2 s. The gateway is asked for the keys of tokens. Where media’s roles are apart, `media` names those that take calls: they fetch pictures from outside; `media.video` those that convert films, and are asked for films that are watched meanwhile.',
      allowed:
        'service=address, separated by commas, e.g. gateway=dns+http://gateway-pods:8081,catalog=http://a:8081|http://b:8081',
    },
  ),
  isPrepared: setting('SKYSHELF_PREPARED', onOff().default(false), {
    doc: 'Whether `skyshelf prepare` creates collections, indexes, topics and the bucket. A service then creates none of them, needs no permission to, and waits at its start until they exist.',
  }),
  publicUrl: setting('PUBLIC_URL', httpUrl().optional(), {
    doc: 'The address at which users reach the product. Required by the gateway; with an S3 store CORS lets the page at this address send parts of files to the store.',
  }),
  replica: setting(
    'SKYSHELF_REPLICA',
    z
      .string()
      .regex(/^[\w.-]{1,80}$/)
      .default(
        () =>
          `${hostname()
            .replaceAll(/[^\w.-]/g, '-')
            .slice(0, 60)}-${process.pid}`,
      ),
    {
      doc: 'The unique name of this replica: holder of leases, name of its own consumer group.',
      allowed: '1 to 80 letters, digits, _ . and -',
      standard: 'host name and process id',
    },
  ),
  finishSeconds: setting('FINISH_SECONDS', wholeNumber(0, 86_400).default(0), {
    doc: 'How long a stopping process finishes running work that takes long, such as the conversion of a film, in seconds. Another process then begins unfinished work again, and no try counts.',
  }),
  drainMs: setting('DRAIN_MS', wholeNumber(0, 600_000).default(0), {
    doc: 'How long a stopping process still accepts requests while /health/ready answers 503, in milliseconds: until the load balancer has noticed.',
  }),
});
export type ProcessConfig = z.infer<typeof processConfig>;
