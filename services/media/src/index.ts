export { media } from './media.service.js';
export { mediaConfig, mediaDefaults, type MediaConfig } from './media.config.js';
export { optionalFeatures } from './infrastructure/optional-features.js';
export type { MediaRuntime } from './media.runtime.js';
