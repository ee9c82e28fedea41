import { ConfigError, type Environment } from '@skyshelf/config';
import { DomainError } from '@skyshelf/contracts';
import { dataFolderPaths } from '@skyshelf/data-folder/paths';
import { z } from 'zod';
import { pathOf, type Command } from '../commands/command.js';
import type { Caller } from '../report.js';
import { askSocket, CommandRefused } from './ask-socket.js';

/** Further fields are for `--json`. */
const answer = z.looseObject({ text: z.string(), exitCode: z.union([z.literal(0), z.literal(1)]) });
export type Answer = z.infer<typeof answer>;

/**
 * Remotely or on a data folder, as the environment says.
 * @throws CommandRefused in words for the operator; the signal's reason on an abort
 */
export async function runCommand(
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

function inWords(error: unknown): unknown {
  if (error instanceof DomainError || error instanceof ConfigError) return new CommandRefused(error.message);
  if (error instanceof Error && error.name === 'ObjectStoreError') return new CommandRefused(error.message);
  if (error instanceof Error && error.name.startsWith('KafkaJS'))
    return new CommandRefused(`Kafka does not answer, or refuses: ${error.message}`);
  if (error instanceof Error && error.name === 'MongoServerSelectionError')
    return new CommandRefused(`The database does not answer: ${error.message}`);
  return error;
}
