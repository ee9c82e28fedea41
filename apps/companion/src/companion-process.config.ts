import { setting } from '@skyshelf/config';
import { processConfig, telemetrySettings } from '@skyshelf/service';
import { z } from 'zod';

/** `http://host:port` or `unix:/path/of/socket`. */
const address = /^(http:\/\/[^\s|/]+:\d+|unix:\/[^|]+)$/;
/** Several with | between them; `dns+http://` for all addresses of a name. */
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
    doc: 'Where the gateway reaches this process; keep all others away from it.',
    allowed: '`http://host:port` or `unix:/path/of/socket`',
  }),
  storage: setting('COMPANION_STORAGE', addresses, {
    doc: 'The internal ports of storage, with | between them; dns+http:// for all addresses that a name has.',
    allowed: '`http://host:port`, `dns+http://name:port` or `unix:/path/of/socket`, with | between several',
  }),
});
export type CompanionProcessConfig = z.infer<typeof companionProcessConfig>;
