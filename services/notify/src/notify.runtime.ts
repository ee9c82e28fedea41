import type { ServiceRuntime } from '@skyshelf/service';
import type { Db } from 'mongodb';
import type { NotifyConfig } from './notify.config.js';

/** What notify needs from whoever starts it. */
export interface NotifyRuntime extends ServiceRuntime {
  db: Db;
  /** Defaults of notify.config.ts when absent. */
  config?: NotifyConfig;
}

/** Injection token. */
export const NOTIFY = Symbol('Notify');
