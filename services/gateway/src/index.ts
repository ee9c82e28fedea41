export { gateway } from './gateway.service.js';
export type { GatewayRuntime, HandOver } from './gateway.runtime.js';
export { providerConfig, providerList, type ProviderConfig } from './domain/provider.js';
export type { Rate } from './domain/token-bucket.js';
export type { Rates } from './http/rate-limiter.js';
