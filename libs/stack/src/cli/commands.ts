import { resolve } from 'node:path';
import { findStack } from '../open-stack.js';
import type { ManagedServer } from '../managed-server.js';
import { logTail } from '../processes/server-process.js';
import { PROGRAM_NAMES, provide, type ProgramName } from '../programs/provide.js';
import { startStack, stopStack, wipeStack } from '../start-stack.js';
import type { Stack } from '../stack.js';
import { UsageError, type CommandLine } from './words.js';

export interface Terminal {
  print(line: string): void;
  progress(line: string): void;
}

type Command = (line: CommandLine, terminal: Terminal) => Promise<number>;

const onEach =
  (act: (server: ManagedServer, line: CommandLine) => void | Promise<void>, done: string): Command =>
  async (line, { print }) => {
    for (const server of namedServers(line)) {
      await act(server, line);
      print(`${server.name}: ${done}`);
    }
    return 0;
  };

const COMMANDS: Record<string, Command> = {
  up: async ({ options }, { print, progress }) => {
    const stack = await startStack({ ...options, outlive: true, progress });
    for (const line of addresses(stack)) print(line);
    return 0;
  },
  down: async ({ options }, { print }) => {
    await stopStack(options.folder);
    print('stopped');
    return 0;
  },
  wipe: async ({ options }, { print }) => {
    await wipeStack(options.folder);
    print(`${resolve(options.folder)} is gone`);
    return 0;
  },
  status,
  logs: async (line, { print }) => {
    for (const server of namedServers(line)) print(logTail(server.log, line.lines));
    return 0;
  },
  kill: onEach((server) => server.kill(), 'killed'),
  start: onEach((server) => server.start(), 'serving'),
  pause: onEach((server) => server.pause(), 'paused'),
  resume: onEach((server) => server.resume(), 'resumed'),
  cut: onEach((server, { silence }) => server.cut(silence ? 'silence' : 'refuse'), 'cut off'),
  reconnect: onEach((server) => server.reconnect(), 'reachable'),
  provide: async ({ names }, { print, progress }) => {
    for (const name of programs(names)) print(await provide(name, progress));
    return 0;
  },
};

/**
 * @returns the exit code
 * @throws {UsageError} for a command or a name that does not exist
 */
export async function runCommand(line: CommandLine, terminal: Terminal): Promise<number> {
  const command = Object.hasOwn(COMMANDS, line.command) ? COMMANDS[line.command] : undefined;
  if (!command) throw new UsageError(`There is no command ${line.command}`);
  return command(line, terminal);
}

async function status({ options }: CommandLine, { print }: Terminal): Promise<number> {
  const { servers } = foundStack(options.folder);
  const states = await Promise.all(servers.map((server) => server.healthy()));
  for (const [index, server] of servers.entries()) {
    const state = states[index] ? 'serving' : server.isRunning() ? 'not serving' : 'down';
    const pid = server.isRunning() ? `  process ${server.pid()}` : '';
    print(`${server.name.padEnd(10)} ${state.padEnd(12)} 127.0.0.1:${server.plan.clientPort}${pid}`);
  }
  return states.every(Boolean) ? 0 : 1;
}

function namedServers({ options, names, command }: CommandLine): ManagedServer[] {
  const { servers } = foundStack(options.folder);
  if (names.length === 0)
    throw new UsageError(`${command} which one? ${servers.map(({ name }) => name).join(', ')}`);
  return names.map((name) => {
    const server = servers.find((each) => each.name === name);
    if (server) return server;
    throw new UsageError(`There is no ${name}; there are ${servers.map((each) => each.name).join(', ')}`);
  });
}

function foundStack(folder: string): { servers: ManagedServer[] } {
  const found = findStack(folder);
  if (found) return found;
  throw new Error(`There is no stack in ${resolve(folder)}. Start one with: npm run stack -- up`);
}

function programs(names: readonly string[]): readonly ProgramName[] {
  if (names.length === 0) return PROGRAM_NAMES;
  return names.map((name) => {
    const program = PROGRAM_NAMES.find((each) => each === name);
    if (program) return program;
    throw new UsageError(`There is no program ${name}; there are ${PROGRAM_NAMES.join(', ')}`);
  });
}

/** Formats them as settings of a process. */
function addresses({ mongodbUri, kafka, s3, otlp }: Stack): string[] {
  return [
    ...(mongodbUri ? [`MONGODB_URI=${mongodbUri}`] : []),
    ...(kafka
      ? [
          `KAFKA_BROKERS=${kafka.brokers.join()}`,
          `KAFKA_USERNAME=${kafka.sasl.username}`,
          `KAFKA_PASSWORD=${kafka.sasl.password}`,
        ]
      : []),
    ...(s3
      ? [
          `S3_ENDPOINT=${s3.endpoint}`,
          `S3_REGION=${s3.region}`,
          `S3_ACCESS_KEY=${s3.accessKey}`,
          `S3_SECRET_KEY=${s3.secretKey}`,
        ]
      : []),
    ...(otlp ? [`OTEL_EXPORTER_OTLP_ENDPOINT=${otlp.endpoint}`, `# traces: ${otlp.traces}`] : []),
  ];
}
