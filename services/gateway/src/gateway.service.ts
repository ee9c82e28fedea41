import { defineService } from '@skyshelf/service';
import { gatewayConfig } from './gateway.config.js';
import { gatewayPorts } from './gateway.process.js';
import type { GatewayRuntime } from './gateway.runtime.js';

export const gateway = defineService<GatewayRuntime>({
  name: 'gateway',
  config: gatewayConfig,
  consumes: [],
  jobs: true,
  isPublic: true,
  process: gatewayPorts,
  replicas: 2,
  indexes: () => import('./infrastructure/indexes.js'),
  module: () => import('./gateway.module.js'),
});
