import { httpUrl, onOff, port, setting, wholeNumber } from '@skyshelf/config';
import { providerList } from '@skyshelf/gateway';
import { telemetrySettings } from '@skyshelf/http';
import { z } from 'zod';

const providers = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('not JSON');
      return z.NEVER;
    }
  })
  .pipe(providerList);

/** What the standalone as a whole can be told; the services' own settings come on top. */
export const standaloneConfig = z.object({
  ...telemetrySettings,
  host: setting('HOST', z.string().min(1).default('127.0.0.1'), {
    doc: 'The address the page is served at. With 127.0.0.1 only this machine reaches it.',
  }),
  port: setting('PORT', port().default(8080), { doc: 'The port the page is served at.' }),
  dataFolder: setting('SKYSHELF_DATA', z.string().min(1).default('.skyshelf'), {
    doc: 'The folder that holds everything: database, files, secrets.',
  }),
  publicUrl: setting('PUBLIC_URL', httpUrl().optional(), {
    doc: 'Where people reach the page, when that is not http://127.0.0.1 and the port: behind a proxy, under a name.',
  }),
  mongodbUri: setting(
    'MONGODB_URI',
    z
      .string()
      .regex(/^mongodb(\+srv)?:\/\/./)
      .optional(),
    {
      doc: 'A MongoDB replica set (6.0 or newer) to use instead of a server of our own beside.',
      allowed: 'a mongodb:// or mongodb+srv:// address',
    },
  ),
  providers: setting('SIGN_IN_PROVIDERS', providers.default([]), {
    doc: 'Identity providers, as a JSON list. Without any, a local one lets everybody on this machine in under any name.',
    allowed:
      '[{"kind":"google"|"facebook"|"github","clientId","clientSecret"} | {"kind":"oidc","key","name","issuer","clientId","clientSecret"}]',
    secret: true,
  }),
  localIdentity: setting('LOCAL_SIGN_IN', z.enum(['auto', 'allow-remote', 'off']).default('auto'), {
    doc: 'The local identity provider: auto runs it when no other is configured and only on this machine; allow-remote also elsewhere, where everybody is trusted.',
  }),
  rateLimits: setting('RATE_LIMITS', onOff().default(true), {
    doc: 'Whether calls are limited by account and address. Off is for load tests from this machine.',
  }),
  trustedProxies: setting('TRUSTED_PROXIES', wholeNumber(0, 10).default(0), {
    doc: 'How many proxies of ours stand in front, whose X-Forwarded-For is believed.',
  }),
});
export type StandaloneConfig = z.infer<typeof standaloneConfig>;

/** Where people reach the page. */
export const publicUrlOf = ({ publicUrl, host, port: at }: StandaloneConfig): string =>
  (publicUrl ?? `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${at}`).replace(
    /\/$/,
    '',
  );
