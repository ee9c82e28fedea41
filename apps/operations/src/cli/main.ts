import type { Environment } from '@skyshelf/config';
import { allCommands } from '../commands/all-commands.js';
import type { Command } from '../commands/command.js';
import { CommandRefused } from './ask-socket.js';
import { ProgressLine } from './progress-line.js';
import { readWords } from './read-words.js';
import { runCommand } from './run-command.js';
import { commandHelp, usage } from './usage.js';

export interface Terminal {
  out: Pick<NodeJS.WriteStream, 'write'>;
  err: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;
  /** Aborted by Ctrl+C. */
  signal: AbortSignal;
}

const UNDONE = 2;
/** 128 + SIGINT, as in shells. */
const BROKEN_OFF = 130;

/** @returns the exit code */
export async function main(argv: readonly string[], env: Environment, terminal: Terminal): Promise<number> {
  const given = readWords(allCommands, argv);
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
