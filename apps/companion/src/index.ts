export { companionConfig, type CompanionConfig } from './companion.config.js';
export { configuredNames } from './configured-sources.js';
export { companionProcessConfig } from './companion-process.config.js';
export { keepCompanion, type KeptCompanion, type KeptCompanionOptions } from './keep-companion.js';
