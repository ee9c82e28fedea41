import type { MediaEvent } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import type { OutboundRules } from '@skyshelf/outbound';
import type { StatefulRuntime } from '@skyshelf/service';
import type { Kinds } from './application/kind.js';
import type { MediaConfig } from './media.config.js';

/** What media needs from the process that starts it. */
export interface MediaRuntime extends StatefulRuntime<MediaConfig, MediaEvent> {
  /** Sources are read here; results go through storage, who records them. */
  objects: ObjectStore;
  /** What there is to make; default: kinds/registry.ts. */
  kinds?: Kinds;
  /** Where pictures of accounts and of news may be asked for, besides the public internet. */
  outside?: Partial<OutboundRules>;
}
