import { list, setting } from '@skyshelf/config';
import { type RemoteSource, remoteSources, type ReportedSources } from '@skyshelf/contracts';
import { z } from 'zod';
import { processConfig, telemetrySettings } from '@skyshelf/service';

const key = () => z.string().min(1).max(1024).optional();

const appKey = (env: string, provider: string) =>
  setting(`${env}_KEY`, key(), {
    doc: `The key of this installation's app at ${provider}, with ${env}_SECRET. Without both, files can't be imported from there.`,
    allowed: `the app's key, together with ${env}_SECRET`,
  });

const appSecret = (env: string) =>
  setting(`${env}_SECRET`, key(), {
    doc: `The secret that belongs to ${env}_KEY.`,
    allowed: `the app's secret, together with ${env}_KEY`,
    secret: true,
  });

const sourceSettings = z.object({
  sources: setting(
    'SOURCES',
    list()
      .transform((all) => all.filter((each) => each !== 'none'))
      .pipe(z.array(z.enum(remoteSources)))
      .default([...remoteSources]),
    {
      doc: 'The sources from which users may import files: an address (url), Dropbox, Google Drive, OneDrive. Those but url also need the key and secret of an app.',
      allowed: `some of ${remoteSources.join(', ')}, separated by commas; \`none\` for none`,
    },
  ),
  dropboxKey: appKey('DROPBOX', 'Dropbox'),
  dropboxSecret: appSecret('DROPBOX'),
  driveKey: appKey('GOOGLE_DRIVE', 'Google'),
  driveSecret: appSecret('GOOGLE_DRIVE'),
  onedriveKey: appKey('ONEDRIVE', 'Microsoft'),
  onedriveSecret: appSecret('ONEDRIVE'),
});
type Settings = z.infer<typeof sourceSettings>;

interface ProviderSetting {
  name: RemoteSource;
  label: string;
  key: Exclude<keyof Settings, 'sources'>;
  secret: Exclude<keyof Settings, 'sources'>;
  env: string;
}

export const providerSettings: readonly ProviderSetting[] = [
  { name: 'dropbox', label: 'Dropbox', key: 'dropboxKey', secret: 'dropboxSecret', env: 'DROPBOX' },
  { name: 'drive', label: 'Google Drive', key: 'driveKey', secret: 'driveSecret', env: 'GOOGLE_DRIVE' },
  { name: 'onedrive', label: 'OneDrive', key: 'onedriveKey', secret: 'onedriveSecret', env: 'ONEDRIVE' },
];

/** A key without its secret, or the reverse, is refused, naming the missing one. */
export const companionConfig = sourceSettings.superRefine((given, context) => {
  for (const { key: name, secret } of providerSettings) {
    if ((given[name] === undefined) === (given[secret] === undefined)) continue;
    const missing = given[name] === undefined ? name : secret;
    context.addIssue({ code: 'custom', path: [missing], message: 'Half of a key is given.' });
  }
});
export type CompanionConfig = z.infer<typeof companionConfig>;

type Source = ReportedSources['sources'][number];

/** The reasons are for users, the hints for the operator. */
export function configuredSources(config: CompanionConfig): ReportedSources {
  const isAllowed = (name: Source['name']): boolean => config.sources.includes(name);
  const off = (name: Source['name']): Source => ({
    name,
    on: false,
    reason: 'The operator of this Skyshelf has switched it off.',
    hint: null,
  });
  const on = (name: Source['name']): Source => ({ name, on: true, reason: null, hint: null });
  return {
    sources: [
      isAllowed('url') ? on('url') : off('url'),
      ...providerSettings.map(({ name, label, key, env }): Source => {
        if (!isAllowed(name)) return off(name);
        if (config[key] !== undefined) return on(name);
        const hint = `${label} is off: ${env}_KEY and ${env}_SECRET are missing.`;
        return { name, on: false, reason: `${label} is not set up here.`, hint };
      }),
    ],
  };
}

export const configuredNames = (config: CompanionConfig): Source['name'][] =>
  configuredSources(config)
    .sources.filter(({ on }) => on)
    .map(({ name }) => name);

export const hintsOf = ({ sources }: ReportedSources): string[] => sources.flatMap(({ hint }) => hint ?? []);

/** Format: `http://host:port` or `unix:/path/of/socket`. */
const address = /^(http:\/\/[^\s|/]+:\d+|unix:\/[^|]+)$/;
/** Several are separated by |; `dns+http://` stands for all addresses of a name. */
const reached = /^((dns\+)?http:\/\/[^\s|/]+:\d+|unix:\/[^|]+)$/;

const addresses = z
  .string()
  .transform((text) => text.split('|'))
  .pipe(z.array(z.string().regex(reached)).min(1));

export const companionProcessConfig = z.object({
  logLevel: telemetrySettings.logLevel,
  keysFile: processConfig.shape.keysFile,
  publicUrl: processConfig.shape.publicUrl,
  drainMs: processConfig.shape.drainMs,
  finishSeconds: processConfig.shape.finishSeconds,
  listen: setting('COMPANION_LISTEN', z.string().regex(address), {
    doc: 'The address at which the gateway reaches this process; keep all other clients away from it.',
    allowed: '`http://host:port` or `unix:/path/of/socket`',
  }),
  storage: setting('COMPANION_STORAGE', addresses, {
    doc: 'The internal ports of storage, with | between them; dns+http:// for all addresses that a name has.',
    allowed: '`http://host:port`, `dns+http://name:port` or `unix:/path/of/socket`, with | between several',
  }),
});
export type CompanionProcessConfig = z.infer<typeof companionProcessConfig>;
