import { loadConfig } from '@skyshelf/config';
import { startAlone } from '@skyshelf/http';
import { notifyConfig } from './notify.config.js';
import { notify } from './notify.service.js';

/** Runs notify as a process of its own. */
export const startNotify = (env = process.env) =>
  startAlone(notify, { env, widen: (base) => ({ ...base, config: loadConfig(notifyConfig, env, { service: 'notify' }) }) });
