import type { StatefulRuntime } from '@skyshelf/service';
import type { NotifyConfig } from './notify.config.js';

/** What notify needs from the process that starts it. */
export interface NotifyRuntime extends StatefulRuntime<NotifyConfig> {
  /** The pause before a mail is tried again, milliseconds; default 15 s. */
  mailPauseMs?: number;
  /** For how long a mail server may be silent, milliseconds; default 30 s. */
  mailSilentMs?: number;
  /** The work of a captcha, as passes of its algorithm for each try; default: half a second in all. */
  captchaCost?: number;
  /** `host:port` of feeds and of the weather that may be private: a stand-in, in tests. */
  trusted?: ReadonlySet<string>;
  /** Where the weather is asked for; default: at Visual Crossing. */
  timeline?: string;
}

/** Injection token. */
export const NOTIFY = Symbol('Notify');
