import type { MediaEvent } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import type { OutboundRules } from '@skyshelf/outbound';
import type { StatefulRuntime } from '@skyshelf/service';
import type { Kinds } from './application/kind.js';
import type { MediaConfig } from './media.config.js';

export interface MediaRuntime extends StatefulRuntime<MediaConfig, MediaEvent> {
  /** For reading; results go through storage, which records them. */
  objects: ObjectStore;
  /** Default: kinds/registry.ts. */
  kinds?: Kinds;
  /** The addresses allowed besides the public internet, for pictures of accounts and news. */
  outside?: Partial<OutboundRules>;
}
