import { kafkaConfig } from '@skyshelf/event-bus';
import { billingConfig } from './billing.config.js';

/** What a process of its own is told. */
export const billingAloneConfig = billingConfig.extend(kafkaConfig.shape);
