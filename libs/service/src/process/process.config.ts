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
    doc: 'The least important lines that are logged.',
  }),
  otlpEndpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', httpUrl().optional(), {
    doc: 'Base address of an OTLP/HTTP collector for traces and metrics. Without it, and without an exporter, none are sent; log lines carry trace ids all the same. Other OTEL_* variables, as of headers, time-outs, resource attributes and batches, go to the SDK as they are.',
  }),
  otlpProtocol: setting('OTEL_EXPORTER_OTLP_PROTOCOL', z.enum(otlpProtocols).default('http/json'), {
    doc: 'How it is spoken to.',
  }),
  otlpTracesEndpoint: setting('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', httpUrl().optional(), {
    doc: 'The whole address for traces, where it is another one.',
  }),
  otlpMetricsEndpoint: setting('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', httpUrl().optional(), {
    doc: 'The whole address for metrics, where it is another one.',
  }),
  tracesExporter: setting('OTEL_TRACES_EXPORTER', exporter, {
    doc: 'Where traces go: `otlp` where an endpoint is given, if this is not; `none` records none.',
  }),
  metricsExporter: setting('OTEL_METRICS_EXPORTER', exporter, {
    doc: 'Where metrics go besides `/metrics`: `otlp` where an endpoint is given, if this is not; `none` where Prometheus asks.',
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
    doc: 'The address of the internal port. Keep people away from it: the services, probes and Prometheus need it.',
  }),
  internalPort: setting('INTERNAL_PORT', port().default(0), {
    doc: 'The port for the other services, probes, operator’s commands and `/metrics`; 0 takes any that is free and logs it.',
  }),
};

export const metricsToken = setting('METRICS_TOKEN', secret().optional(), {
  doc: 'What Prometheus shows for `/metrics` at the internal port (`Authorization: Bearer`). Nothing else inside can be called with it. Without it only internal keys open `/metrics`.',
  secret: true,
});

export const publicListenConfig = z.object({
  host: setting('HOST', z.string().min(1).default('127.0.0.1'), { doc: 'The address of the public port.' }),
  port: setting('PORT', port().default(0), {
    doc: 'The public port, another one than INTERNAL_PORT: no internal route is found there. 0 takes any that is free and logs it.',
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
    doc: 'The file (PEM) of the authority that has signed the certificates of the MongoDB servers, the only one that is believed then. Needs `tls=true` in MONGODB_URI.',
    allowed: 'the path of a file with certificates',
  }),
  databasePrefix: setting(
    'SKYSHELF_DATABASE_PREFIX',
    z
      .string()
      .regex(/^[\w-]{0,30}$/)
      .default(''),
    {
      doc: 'Put in front of the names of all databases, for several installations on one server.',
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
    doc: 'Whether `skyshelf prepare` makes collections, indexes, topics and the bucket. Then a service makes none of them, needs no right to, and waits at its start until they are there.',
  }),
  publicUrl: setting('PUBLIC_URL', httpUrl().optional(), {
    doc: 'Where people reach the product. The gateway must be given it; with an S3 store the page from there gets leave to send parts of files to it.',
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
      doc: 'The name of this replica, unlike that of any other running one: holder of leases, name of its own group of consumers.',
      allowed: '1 to 80 letters, digits, _ . and -',
      standard: 'host name and process id',
    },
  ),
  finishSeconds: setting('FINISH_SECONDS', wholeNumber(0, 86_400).default(0), {
    doc: 'How long a process that was asked to stop finishes work in hand that takes long, such as a film that is converted, in seconds. What is not done then another one begins again, and no try counts.',
  }),
  drainMs: setting('DRAIN_MS', wholeNumber(0, 600_000).default(0), {
    doc: 'How long a process that was asked to stop still takes requests while /health/ready says no, in milliseconds: until the load balancer has noticed.',
  }),
});
export type ProcessConfig = z.infer<typeof processConfig>;
