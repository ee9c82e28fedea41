/** Default: as the folder has it, else as named here. */
export interface StackOptions {
  /** For data, logs, ports and process ids; created when missing. */
  folder: string;
  mongod?: 0 | 1 | 3;
  kafka?: 0 | 1 | 3;
  s3?: 'versitygw' | 'minio' | null;
  /** A collector that writes to files; default false. */
  otlp?: boolean;
  /** Toxiproxy before each server, so that it can be cut off; default false. */
  proxied?: boolean;
  /**
   * Servers survive this process. By default they end with it, `kill -9` included; what ran under another
   * owner stays with that.
   */
  outlive?: boolean;
  progress?(line: string): void;
}

export interface S3Access {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  region: string;
}

export interface KafkaAccess {
  /** Example: `127.0.0.1:port`. */
  brokers: string[];
  /** A broker answers nothing without it. */
  sasl: { mechanism: 'plain'; username: string; password: string };
}

export interface TraceSink {
  /** OTLP over HTTP: `<endpoint>/v1/traces` and `<endpoint>/v1/metrics`. */
  endpoint: string;
  /** JSON lines, some 100 ms after a span has come. */
  traces: string;
  metrics: string;
}

export interface StackServer {
  /** Example: `mongod-1`, `kafka-2`, `s3`, `otlp` */
  name: string;
  pid(): number;
  /** Ends it like a crash; resolves when it is gone. The data stays. */
  kill(): Promise<void>;
  /** SIGSTOP: connections stay open, nothing answers. */
  pause(): void;
  resume(): void;
  /**
   * Starts it on its port and data; resolves when it serves. Does nothing when it runs.
   * @throws {Error} with the end of its log when it ends or does not serve in time
   */
  start(): Promise<void>;
  /**
   * From its clients, not from other brokers: `refuse` (default) closes their connections and refuses new
   * ones, `silence` hangs like a broken line.
   * @throws {Error} when the stack isn't `proxied`
   */
  cut(how?: 'refuse' | 'silence'): Promise<void>;
  reconnect(): Promise<void>;
  /** Answers within 2 s on the clients' way: false while killed, paused or cut off. */
  healthy(): Promise<boolean>;
  log: string;
}

/** They cut off other servers. The process forgets proxies when it ends. */
export interface StackProxies {
  ensure(name: string, listenPort: number, serverPort: number): Promise<void>;
  refuse(name: string): Promise<void>;
  reconnect(name: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export interface Stack {
  /** It has all members and the password; null without MongoDB. */
  mongodbUri: string | null;
  /** Is null without Kafka. */
  kafka: KafkaAccess | null;
  s3: S3Access | null;
  otlp: TraceSink | null;
  servers: readonly StackServer[];
  /** Null unless the stack is `proxied`. */
  proxies: StackProxies | null;
  down(): Promise<void>;
  wipe(): Promise<void>;
}
