export { notify } from './notify.service.js';
export { notifyConfig, type NotifyConfig } from './notify.config.js';
export { optionalFeatures } from './infrastructure/optional-features.js';
export type { NotifyRuntime } from './notify.runtime.js';
