import { loadConfig, type Environment } from '@skyshelf/config';
import type { CurrentKeys } from '@skyshelf/tokens';
import type { z, ZodObject } from 'zod';
import type { StatefulRuntime } from '../define/stateful-runtime.js';
import type { Close } from './closing-stack.js';
import type { ProcessConfig } from './process.config.js';

export interface ProcessRuntime extends StatefulRuntime<unknown> {
  process: ProcessConfig;
  relayHolder: string;
  keys: CurrentKeys;
}

type OwnPorts<R> = Omit<R, keyof StatefulRuntime<unknown> | 'objects'> &
  Partial<Pick<R, keyof R & keyof StatefulRuntime<unknown>>>;

/** Besides store and events. */
export interface ProcessPorts<R> {
  /** Read together with the service's own. */
  settings: ZodObject;
  /** `onStop` takes what is closed after the service, last first. */
  open(
    base: ProcessRuntime,
    env: Environment,
    onStop: (close: Close) => void,
  ): Promise<OwnPorts<R>> | OwnPorts<R>;
}

export const definePorts = <R, S extends ZodObject>(
  settings: S,
  open: (
    base: ProcessRuntime,
    config: Readonly<z.infer<S>>,
    onStop: (close: Close) => void,
  ) => Promise<OwnPorts<R>> | OwnPorts<R>,
): ProcessPorts<R> => ({
  settings,
  open: (base, env, onStop) => open(base, loadConfig(settings, env, { service: 'service' }), onStop),
});
