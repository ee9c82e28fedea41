import { kafkaConfig } from '@skyshelf/event-bus';
import { objectStoreSettings } from '@skyshelf/object-store/config';
import type { ZodObject } from 'zod';
import type { ServiceFacts } from '../define/define-service.js';
import { publicListenConfig } from './process.config.js';

export const serviceSettings = ({
  config,
  consumes,
  publishes,
  objects,
  process,
  isPublic,
}: ServiceFacts): ZodObject =>
  config.extend({
    ...(isPublic && publicListenConfig.shape),
    ...((publishes || consumes.length > 0) && kafkaConfig.shape),
    ...(objects && objectStoreSettings),
    ...process?.settings.shape,
  });
