export { gateway } from './gateway.service.js';
export type { GatewayRuntime, HandOver } from './gateway.runtime.js';
export { providerConfig, providerList, type ProviderConfig } from './domain/provider.js';
export { gatewayConfig, type GatewayConfig } from './gateway.config.js';
export { refuseExemptions } from './infrastructure/health-checks.js';
export { inProcessHandOver } from './infrastructure/in-process.js';
export { inProcessRevocations } from './infrastructure/in-process.js';
