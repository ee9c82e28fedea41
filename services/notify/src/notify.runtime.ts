import type { StatefulRuntime } from '@skyshelf/service';
import type { NotifyConfig } from './notify.config.js';

/** What notify needs from the process that starts it. */
export interface NotifyRuntime extends StatefulRuntime<NotifyConfig> {
  /** The pause before a mail is tried again, milliseconds; default 15 s. */
  mailPauseMs?: number;
}

/** Injection token. */
export const NOTIFY = Symbol('Notify');
