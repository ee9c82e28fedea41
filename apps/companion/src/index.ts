export { companionConfig, type CompanionConfig, configuredNames } from './companion.config.js';
export { companionProcessConfig } from './companion.config.js';
export { keepCompanion, type KeptCompanion, type KeptCompanionOptions } from './keep-companion.js';
