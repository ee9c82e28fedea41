export { companionConfig, type CompanionConfig, configuredNames } from './companion.config.js';
export { companionProcessConfig } from './companion.config.js';
export {
  superviseCompanion,
  type SupervisedCompanion,
  type SupervisedCompanionOptions,
} from './supervise-companion.js';
