export { allowedValues } from './allowed-values.js';
export { fieldsOf, setting, settingOf, type SettingNotes } from './setting.js';
export { httpUrl, list, mongodbUri, onOff, port, secret, share, wholeNumber } from './kinds.js';
export {
  checkConfigs,
  loadConfig,
  loadConfigs,
  withValues,
  ConfigError,
  type Environment,
} from './load-config.js';
export { renderConfigurationTable, type ConfiguredProcess } from './configuration-table.js';
export { readAuthority, refusedCertificate } from './authority-file.js';
export { fileVariable, secretIn } from './secret-files.js';
