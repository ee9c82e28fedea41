import { ConfigError, type Environment } from '@skyshelf/config';
import { DomainError } from '@skyshelf/contracts';
import { dataFolderPaths } from '@skyshelf/data-folder/paths';
import { z } from 'zod';
import type { Caller, Progress } from '../report.js';
import { type Command, pathOf } from '../commands/command.js';
import { askSocket, CommandRefused } from './ask-socket.js';
import { allCommands } from '../commands/all-commands.js';
import { commandHelp, parseArguments, usage } from './command-line.js';

const QUIET_MS = 5_000;

const progressText = ({ step, done, total }: Progress): string =>
  total === null
    ? `${step}: ${done.toLocaleString('en-US')}`
    : `${step}: ${done.toLocaleString('en-US')} of ${Math.max(total, done).toLocaleString('en-US')}`;

/** One changing line on a terminal, else occasional lines. */
export class ProgressLine {
  private shown = '';
  private written: number | null = null;
  /** The latest arguments for resuming. */
  resume: string | null = null;

  constructor(
    private readonly out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>,
    private readonly now: () => number,
  ) {}

  show(progress: Progress): void {
    this.resume = progress.resume ?? this.resume;
    const text = progressText(progress);
    if (this.out.isTTY) {
      this.out.write(`\r${text.padEnd(this.shown.length)}`);
      this.shown = text;
      return;
    }
    if (this.written !== null && this.now() - this.written < QUIET_MS) return;
    this.out.write(`${text}\n`);
    this.written = this.now();
  }

  clear(): void {
    if (this.shown) this.out.write(`\r${' '.repeat(this.shown.length)}\r`);
    this.shown = '';
  }
}

/** Further fields are for `--json`. */
const answer = z.looseObject({ text: z.string(), exitCode: z.union([z.literal(0), z.literal(1)]) });
type Answer = z.infer<typeof answer>;

/**
 * Remotely or on a data folder, as the environment says.
 * @throws CommandRefused in words for the operator; the signal's reason on an abort
 */
async function runCommand(
  command: Command,
  input: unknown,
  env: Environment,
  caller: Caller,
): Promise<Answer> {
  try {
    if (command.runHere) return answer.parse(await command.runHere(env, input, caller));
    if (env.SKYSHELF_PEERS) return answer.parse(await runRemotely(command, input, env, caller));
    const { opsSocket: socketPath } = dataFolderPaths(env.SKYSHELF_DATA || '.skyshelf');
    return answer.parse(await askSocket({ socketPath, path: pathOf(command), body: input }, caller));
  } catch (error) {
    caller.signal.throwIfAborted();
    throw inWords(error);
  }
}

async function runRemotely(command: Command, input: unknown, env: Environment, caller: Caller) {
  const { openRemoteInstallation } = await import('./remote-installation.js');
  const { installation, close } = await openRemoteInstallation(env);
  try {
    return await command.run(installation, input, caller);
  } finally {
    await close();
  }
}

const ownRefusals: ReadonlySet<string> = new Set(['ServiceRunsError', 'DataFolderInUseError']);

function inWords(error: unknown): unknown {
  if (error instanceof DomainError || error instanceof ConfigError) return new CommandRefused(error.message);
  if (error instanceof Error && ownRefusals.has(error.name)) return new CommandRefused(error.message);
  if (error instanceof Error && error.name === 'ObjectStoreError') return new CommandRefused(error.message);
  if (error instanceof Error && error.name.startsWith('KafkaJS'))
    return new CommandRefused(`Kafka does not answer, or refuses: ${error.message}`);
  if (error instanceof Error && error.name === 'MongoServerSelectionError')
    return new CommandRefused(`The database does not answer: ${error.message}`);
  return error;
}

export interface Terminal {
  out: Pick<NodeJS.WriteStream, 'write'>;
  err: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;
  signal: AbortSignal;
}

const UNDONE = 2;
/** It is 128 + SIGINT, as in shells. */
const BROKEN_OFF = 130;

/** @returns the exit code */
export async function main(argv: readonly string[], env: Environment, terminal: Terminal): Promise<number> {
  const given = parseArguments(allCommands, argv);
  if (given.kind === 'help') {
    terminal.out.write(given.command ? commandHelp(given.command) : usage(allCommands));
    return 0;
  }
  if (given.kind === 'unclear') {
    const help = given.command ? commandHelp(given.command) : usage(allCommands);
    terminal.err.write(`${given.why}\n\n${help}`);
    return UNDONE;
  }
  return run(given, env, terminal);
}

async function run(
  { command, input, json }: { command: Command; input: unknown; json: boolean },
  env: Environment,
  { out, err, signal }: Terminal,
): Promise<number> {
  const line = new ProgressLine(err, () => performance.now());
  try {
    const caller = { tell: line.show.bind(line), signal };
    const { text, exitCode, ...found } = await runCommand(command, input, env, caller);
    line.clear();
    out.write(`${json ? JSON.stringify({ ...found, exitCode }, null, 2) : text}\n`);
    return exitCode;
  } catch (error) {
    line.clear();
    if (signal.aborted) {
      const goOn = line.resume ? ` To go on: npm run skyshelf -- ${command.name} ${line.resume}` : '';
      err.write(`Stopped.${goOn}\n`);
      return BROKEN_OFF;
    }
    err.write(
      `${error instanceof CommandRefused ? error.message : String((error as Error).stack ?? error)}\n`,
    );
    return UNDONE;
  }
}
