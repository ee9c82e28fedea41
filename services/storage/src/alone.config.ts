import { kafkaConfig } from '@skyshelf/event-bus';
import { objectStoreSettings } from '@skyshelf/object-store';
import { storageConfig } from './storage.config.js';

/** What only a process of its own needs to be told. */
export const storageAloneConfig = storageConfig.extend({
  ...kafkaConfig.shape,
  ...objectStoreSettings,
});
