import { kafkaConfig } from '@skyshelf/event-bus';
import { objectStoreSettings } from '@skyshelf/object-store/config';
import type { ZodObject } from 'zod';
import type { ServiceFacts } from '../define/define-service.js';

/** What a service reads in a process of its own, beside what every process reads. */
export const serviceSettings = ({ config, consumes, publishes, objects, process }: ServiceFacts): ZodObject =>
  config.extend({
    ...((publishes || consumes.length > 0) && kafkaConfig.shape),
    ...(objects && objectStoreSettings),
    ...process?.settings.shape,
  });
