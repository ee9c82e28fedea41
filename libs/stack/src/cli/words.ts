import { parseArgs } from 'node:util';
import type { StackOptions } from '../stack.js';

export const USAGE = `Usage: npm run stack -- COMMAND [NAME …] [options]

  up              starts the servers and leaves them running; takes over what runs
  down            stops them; their data stays
  wipe            stops them at once and removes the folder
  status          what runs, where, and whether it serves; exit code 1 when something does not
  logs NAME       the end of a server's log
  kill NAME       ends a server as a crash would
  start NAME      starts it again
  pause NAME      stops it in its tracks (SIGSTOP); resume NAME wakes it
  cut NAME        closes and refuses its connections (a stack that is --proxied); reconnect NAME
  provide [NAME]  only makes the programs: kafka, versitygw, minio, toxiproxy, otelcol, k6,
                  helm, helm-unittest, kube-score, kubernetes-validate, promtool, amtool; without a name all

  --folder F      where the stack is kept (default .skyshelf-stack)
  --mongod N      members of the replica set: 0, 1 or 3 (default 1)
  --kafka N       brokers: 0, 1 or 3 (default 1)
  --s3 KIND       versitygw, minio or none (default versitygw)
  --otlp          an OpenTelemetry collector as well
  --proxied       toxiproxy before each server
  --silence       cut: lets connections hang instead of closing them
  --lines N       logs: how many (default 40)
  --help

Exit codes: 0 done, 1 failed, 2 not understood.
`;

export class UsageError extends Error {}

export interface CommandLine {
  command: string;
  names: string[];
  options: StackOptions;
  silence: boolean;
  lines: number;
}

/** @throws {UsageError} for what isn't understood */
export function parseCommandLine(words: readonly string[]): CommandLine | 'help' {
  const { values, positionals } = parse(words);
  const [command, ...names] = positionals;
  if (values.help || command === 'help') return 'help';
  if (!command) throw new UsageError('Which command?');
  return {
    command,
    names,
    options: {
      folder: values.folder,
      mongod: count('--mongod', values.mongod),
      kafka: count('--kafka', values.kafka),
      s3: store(values.s3),
      otlp: values.otlp,
      proxied: values.proxied,
    },
    silence: values.silence,
    lines: lineCount(values.lines),
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        folder: { type: 'string', default: process.env.STACK_FOLDER || '.skyshelf-stack' },
        mongod: { type: 'string' },
        kafka: { type: 'string' },
        s3: { type: 'string' },
        otlp: { type: 'boolean' },
        proxied: { type: 'boolean' },
        silence: { type: 'boolean', default: false },
        lines: { type: 'string', default: '40' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function count(option: string, given: string | undefined): 0 | 1 | 3 | undefined {
  if (given === undefined) return undefined;
  const counts = { 0: 0, 1: 1, 3: 3 } as const;
  if (given in counts) return counts[given as unknown as keyof typeof counts];
  throw new UsageError(`${option} is 0, 1 or 3, not ${given}`);
}

function store(given: string | undefined): StackOptions['s3'] {
  if (given === undefined || given === 'versitygw' || given === 'minio') return given;
  if (given === 'none') return null;
  throw new UsageError(`--s3 is versitygw, minio or none, not ${given}`);
}

function lineCount(given: string): number {
  const lines = Number(given);
  if (Number.isInteger(lines) && lines > 0) return lines;
  throw new UsageError(`--lines is a number above 0, not ${given}`);
}
