import { mongodbUri, port, setting } from '@skyshelf/config';
import { listenSettings } from '@skyshelf/data-folder';
import { adminSettings, internalSettings, metricsToken, telemetrySettings } from '@skyshelf/service';
import { z } from 'zod';

/** What the standalone as a whole can be told; the services' own settings come on top. */
export const standaloneConfig = z.object({
  ...adminSettings,
  ...telemetrySettings,
  ...listenSettings,
  internalHost: internalSettings.internalHost,
  internalPort: setting('INTERNAL_PORT', port().min(1).optional(), {
    doc: 'A port for Prometheus, which finds `/metrics` there. Without it figures are shown by the socket in the data folder alone.',
  }),
  metricsToken,
  mongodbUri: setting('MONGODB_URI', mongodbUri().optional(), {
    doc: 'A MongoDB replica set (6.0 or newer) to use instead of a server of our own.',
    allowed: 'a mongodb:// or mongodb+srv:// address, special characters of its password percent-encoded',
    secret: true,
  }),
});
export type StandaloneConfig = z.infer<typeof standaloneConfig>;
