import type { S3Location } from '../checker/objects.js';

/** Something that can be struck. It comes back whole: disks survive. */
export interface Victim {
  /** Example: `catalog-2`, `mongod-1`, `kafka-3`, `s3`, `companion` */
  name: string;
  family: 'service' | 'mongod' | 'kafka' | 's3' | 'companion';
  /** `kill -9`; resolves when it is gone. */
  kill(): Promise<void>;
  /** Brings it back after `kill`; resolves when it is well again. Nothing to do for what comes back by itself. */
  revive(): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Its connections are cut and new ones refused, until reconnected. Absent where nothing stands before it. */
  cut?: { break(): Promise<void>; reconnect(): Promise<void> };
}

/** The checker finds the end state here. */
export interface EndState {
  mongodbUri: string;
  databasePrefix: string;
  objects: { folder: string } | S3Location;
  /** The operator's check of all rules, as a command of its own. */
  fsck: { command: string[]; env: Record<string, string> };
}

/** The product as it runs under chaos. */
export interface Target {
  gateways: readonly string[];
  victims: readonly Victim[];
  endState: EndState;
  /** A new session of a user, from the operator's door. */
  token(user: string): Promise<string>;
  /** Rebuilds the read model of a drive. Best effort. */
  rebuild(drive?: string): Promise<void>;
  /** Gives a consumer all events again: what it has passed it skips. Best effort. */
  resync(consumer: string): Promise<void>;
  /**
   * From now on these processes (`catalog-1`) run on the version before, all others on the present one: those
   * that change are restarted one after the other, while people work. Absent where no other build is at hand.
   */
  mix?(isPrevious: (process: string) => boolean): Promise<void>;
  /** Lists the parts that do not answer as they should; empty when all is well. */
  unwell(): Promise<string[]>;
  /**
   * Lists by the id of the event each time when it was sent to its topic, in milliseconds since 1970. Absent where
   * events don't travel over Kafka.
   */
  wire?(): Promise<Map<string, number[]>>;
  stop(): Promise<void>;
}
