import { kafkaConfig } from '@skyshelf/event-bus';
import { objectStoreSettings } from '@skyshelf/object-store';
import { mediaConfig } from './media.config.js';

/** What only a process of its own needs to be told. */
export const mediaAloneConfig = mediaConfig.extend({ ...kafkaConfig.shape, ...objectStoreSettings });
