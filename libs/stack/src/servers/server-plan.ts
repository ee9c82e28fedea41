import type { Launch } from '../processes/spawn-server.js';

export interface ServerPlan {
  name: string;
  folder: string;
  port: number;
  clientPort: number;
  /** Writes the settings and answers the start command. */
  prepare(): Promise<Launch>;
  /** Whether a client at this port is served; 2 s at most, never throws. */
  serves(port: number): Promise<boolean>;
  stopTimeoutMs: number;
}

export interface ServerGroup {
  plans: readonly ServerPlan[];
  /** When all accept connections: makes them one, and resolves when it serves. */
  form?(deadlineMs: number): Promise<void>;
}
