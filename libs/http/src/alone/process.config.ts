import { httpUrl, list, port, secret, setting } from '@skyshelf/config';
import { serviceNames } from '@skyshelf/contracts';
import { logLevels } from '@skyshelf/telemetry';
import { z } from 'zod';

const peerAddress = new RegExp(`^(${serviceNames.join('|')})=(https?://\\S+|unix:/\\S+)$`);

/** What every process of Skyshelf can be told about its logs and traces. */
export const telemetrySettings = {
  logLevel: setting('LOG_LEVEL', z.enum(logLevels).default('info'), {
    doc: 'The least important lines that are logged.',
  }),
  otlpEndpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', httpUrl().optional(), {
    doc: 'Base address of an OTLP/HTTP collector for traces. Without it none are recorded; log lines carry trace ids all the same.',
  }),
};

/** What every service reads that runs as a process of its own, beside its own settings. */
export const processConfig = z.object({
  ...telemetrySettings,
  host: setting('HOST', z.string().default('127.0.0.1'), { doc: 'The address the service listens at.' }),
  port: setting('PORT', port().default(0), {
    doc: 'The port the service listens at; 0 takes any that is free and logs it.',
  }),
  mongodbUri: setting('MONGODB_URI', z.string().regex(/^mongodb(\+srv)?:\/\/./), {
    doc: 'The MongoDB replica set (6.0 or newer).',
    allowed: 'a mongodb:// or mongodb+srv:// address',
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
  internalSecret: setting('SKYSHELF_INTERNAL_SECRET', secret(), {
    doc: 'Shared by all services of an installation: for calls between them and for the statements they sign.',
    secret: true,
  }),
  peers: setting(
    'SKYSHELF_PEERS',
    list()
      .pipe(z.array(z.string().regex(peerAddress)))
      .default([]),
    {
      doc: 'Where the other services are. The gateway is asked for the keys of tokens.',
      allowed:
        'service=address, separated by commas, e.g. gateway=http://gateway:8080,catalog=unix:/run/catalog.sock',
    },
  ),
});
export type ProcessConfig = z.infer<typeof processConfig>;
