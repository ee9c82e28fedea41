import type { Launch } from '../processes/spawn-server.js';

/** One server as a stack needs to know it: how to start it, and how to see that it serves. */
export interface ServerPlan {
  name: string;
  /** Where its data, settings and log are. */
  folder: string;
  /** The port that it listens on for clients. */
  port: number;
  /** The port that clients use: a proxy's, or its own. */
  clientPort: number;
  /** Writes its settings and answers the command that starts it. */
  prepare(): Promise<Launch>;
  /** True when a client at this port is served now; may take 2 s at most, and never throws. */
  serves(port: number): Promise<boolean>;
  /** How long it may take to stop by itself. */
  stopTimeoutMs: number;
}

/** Servers that work as one, and what makes them one. */
export interface ServerGroup {
  plans: readonly ServerPlan[];
  /** Called when each process of the group accepts connections: makes them a whole, and returns when it serves. */
  form?(deadlineMs: number): Promise<void>;
}
