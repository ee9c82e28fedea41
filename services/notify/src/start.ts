import type { Environment } from '@skyshelf/config';
import { startAlone } from '@skyshelf/service';
import { notifyConfig } from './notify.config.js';
import { notify } from './notify.service.js';

/** Runs notify as a process of its own. */
export const startNotify = (env: Environment = process.env) =>
  startAlone(notify, { env, settings: notifyConfig, widen: (base, config) => ({ ...base, config }) });
