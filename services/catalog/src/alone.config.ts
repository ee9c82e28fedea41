import { kafkaConfig } from '@skyshelf/event-bus';
import { catalogConfig } from './catalog.config.js';

/** What a process of its own is told. */
export const catalogAloneConfig = catalogConfig.extend(kafkaConfig.shape);
