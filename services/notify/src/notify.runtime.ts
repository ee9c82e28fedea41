import type { StatefulRuntime } from '@skyshelf/service';
import type { NotifyConfig } from './notify.config.js';

/** What notify needs from the process that starts it. */
export type NotifyRuntime = StatefulRuntime<NotifyConfig>;

/** Injection token. */
export const NOTIFY = Symbol('Notify');
