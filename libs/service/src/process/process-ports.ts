import { loadConfig, type Environment } from '@skyshelf/config';
import type { CurrentKeys } from '@skyshelf/tokens';
import type { z, ZodObject } from 'zod';
import type { StatefulRuntime } from '../define/stateful-runtime.js';
import type { Close } from './closing-stack.js';
import type { ProcessConfig } from './process.config.js';

/** What every service has at hand in a process of its own. */
export interface ProcessRuntime extends StatefulRuntime<unknown> {
  process: ProcessConfig;
  relayHolder: string;
  /** What this service signs and checks with. */
  keys: CurrentKeys;
}

/** The ports that only one service has, and what of the others it replaces. */
type OwnPorts<R> = Omit<R, keyof StatefulRuntime<unknown> | 'objects'> &
  Partial<Pick<R, keyof R & keyof StatefulRuntime<unknown>>>;

/** What a service needs in a process of its own besides its store and its events. */
export interface ProcessPorts<R> {
  /** Further settings, read together with the service's own. */
  settings: ZodObject;
  /** Reads them and adds the ports; `onStop` takes what has to be closed after the service has stopped, last first. */
  open(
    base: ProcessRuntime,
    env: Environment,
    onStop: (close: Close) => void,
  ): Promise<OwnPorts<R>> | OwnPorts<R>;
}

/** Ports together with the schema of their settings. */
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
