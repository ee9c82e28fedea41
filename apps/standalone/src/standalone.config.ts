import { mongodbUri, setting } from '@skyshelf/config';
import { doorSettings } from '@skyshelf/data-folder';
import { telemetrySettings } from '@skyshelf/service';
import { z } from 'zod';

/** What the standalone as a whole can be told; the services' own settings come on top. */
export const standaloneConfig = z.object({
  ...telemetrySettings,
  ...doorSettings,
  mongodbUri: setting('MONGODB_URI', mongodbUri().optional(), {
    doc: 'A MongoDB replica set (6.0 or newer) to use instead of a server of our own beside.',
    allowed: 'a mongodb:// or mongodb+srv:// address, special characters of its password percent-encoded',
    secret: true,
  }),
});
export type StandaloneConfig = z.infer<typeof standaloneConfig>;
