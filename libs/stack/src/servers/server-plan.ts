import type { Launch } from '../processes/spawn-server.js';

/** How to start a server, and to see that it serves. */
export interface ServerPlan {
  name: string;
  /** For data, settings and log. */
  folder: string;
  /** For clients. */
  port: number;
  /** A proxy's, or its own. */
  clientPort: number;
  /** Writes the settings and answers the start command. */
  prepare(): Promise<Launch>;
  /** Whether a client at this port is served; 2 s at most, never throws. */
  serves(port: number): Promise<boolean>;
  /** For stopping by itself. */
  stopTimeoutMs: number;
}

export interface ServerGroup {
  plans: readonly ServerPlan[];
  /** When all accept connections: makes them one, and resolves when it serves. */
  form?(deadlineMs: number): Promise<void>;
}
