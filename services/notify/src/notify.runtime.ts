import type { StatefulRuntime } from '@skyshelf/service';
import type { NotifyConfig } from './notify.config.js';

export interface NotifyRuntime extends StatefulRuntime<NotifyConfig> {
  /** Unit: milliseconds; default 15 s. */
  mailPauseMs?: number;
  /** Unit: milliseconds; default 30 s. */
  mailSilentMs?: number;
  /** The number of PBKDF2 iterations for one try; default: half a second in all. */
  captchaCost?: number;
  /** `host:port` that may be private: stand-ins in tests. */
  trusted?: ReadonlySet<string>;
  /** Default: Visual Crossing. */
  timeline?: string;
}

export const NOTIFY = Symbol('Notify');
