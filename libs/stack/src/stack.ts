/** Which servers a stack has. What is left out is as the folder has it already, else as named here. */
export interface StackOptions {
  /** Where data, logs, ports and process ids are kept; made when missing. */
  folder: string;
  /** Members of the MongoDB replica set; default 1. */
  mongod?: 0 | 1 | 3;
  /** Kafka brokers, each a controller as well; default 1. */
  kafka?: 0 | 1 | 3;
  /** The S3 store; default versitygw. */
  s3?: 'versitygw' | 'minio' | null;
  /** An OpenTelemetry collector that writes traces to a file; default false. */
  otlp?: boolean;
  /** Puts toxiproxy before each server, so that it can be cut off; default false. */
  proxied?: boolean;
  /**
   * True leaves the servers running when this process ends. By default they end with it, `kill -9` included; what
   * already ran under another owner stays with that one.
   */
  outlive?: boolean;
  /** Gets a line for each step that a person may have to wait for. */
  progress?(line: string): void;
}

/** How clients reach the S3 store. */
export interface S3Access {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  region: string;
}

/** How clients reach Kafka. */
export interface KafkaAccess {
  /** `127.0.0.1:port` of each broker. */
  brokers: string[];
  /** Without it a broker answers nothing. */
  sasl: { mechanism: 'plain'; username: string; password: string };
}

export interface TraceSink {
  /** Base address for OTLP over HTTP: traces go to `<endpoint>/v1/traces`, metrics to `<endpoint>/v1/metrics`. */
  endpoint: string;
  /** The file of JSON lines that the collector appends to, some 100 ms after a span has come. */
  traces: string;
  /** The same of metrics. */
  metrics: string;
}

/** One server of a stack. */
export interface StackServer {
  /** `mongod-1`, `kafka-2`, `s3`, `otlp` */
  name: string;
  /** The id of its present or last process. */
  pid(): number;
  /** Ends the process at once as a crash would, and returns when it is gone. The data stays. */
  kill(): Promise<void>;
  /** Stops the process in its tracks (SIGSTOP): connections stay open, nothing answers. */
  pause(): void;
  resume(): void;
  /**
   * Starts it again, on its port and data, and returns when it serves. Does nothing when it runs.
   * @throws {Error} with the end of its log when it ends or does not serve in time
   */
  start(): Promise<void>;
  /**
   * Cuts it off from its clients: `refuse` (default) closes their connections and refuses new ones, `silence` lets
   * them hang without an answer, as a broken line does. Brokers still reach each other.
   * @throws {Error} when the stack isn't `proxied`
   */
  cut(how?: 'refuse' | 'silence'): Promise<void>;
  reconnect(): Promise<void>;
  /** True when it answers a client within 2 s, on the way clients take: false while killed, paused or cut off. */
  healthy(): Promise<boolean>;
  /** The file that its output goes to. */
  log: string;
}

/** The proxy program of a stack, for whatever else is to be cut off. It forgets what it was told when its process ends. */
export interface StackProxies {
  /** Puts a proxy of this name at a port of the loopback address before another one. */
  ensure(name: string, listenPort: number, serverPort: number): Promise<void>;
  /** Closes all connections and accepts no new ones. */
  refuse(name: string): Promise<void>;
  /** Lets everything through again. */
  reconnect(name: string): Promise<void>;
  /** Takes it away. */
  remove(name: string): Promise<void>;
}

/** Real servers on the loopback address, ready to be used. */
export interface Stack {
  /** Connection string with all members and the password; null without MongoDB. */
  mongodbUri: string | null;
  /** Null without Kafka. */
  kafka: KafkaAccess | null;
  s3: S3Access | null;
  otlp: TraceSink | null;
  servers: readonly StackServer[];
  /** Null unless the stack is `proxied`. */
  proxies: StackProxies | null;
  /** Stops all servers of the folder; the data stays. */
  down(): Promise<void>;
  /** Stops all servers at once and removes the folder. */
  wipe(): Promise<void>;
}
