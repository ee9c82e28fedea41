import { httpUrl, setting } from '@skyshelf/config';
import { kafkaConfig } from '@skyshelf/event-bus';
import { objectStoreSettings } from '@skyshelf/object-store';
import { storageConfig } from './storage.config.js';

/** What only a process of its own needs to be told. */
export const storageAloneConfig = storageConfig.extend({
  ...kafkaConfig.shape,
  ...objectStoreSettings,
  publicUrl: setting('PUBLIC_URL', httpUrl().optional(), {
    doc: 'Where people reach the product. With an S3 store: the page from there gets leave to send parts of files to it.',
  }),
});
