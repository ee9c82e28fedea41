import { SetupError } from '../../tools/setup/messages.mjs';
import { runCommand } from '../../tools/setup/run-command.mjs';

/**
 * Runs a command to its end.
 * @returns its output
 * @throws {SetupError} with the end of its output when it fails
 */
export async function mustRun(command, args, options = {}) {
  const { code, output } = await runCommand(command, args, options);
  if (code === 0) return output;
  const last = output.split('\n').slice(-15).join('\n');
  throw new SetupError(`${command} ${args.slice(0, 3).join(' ')} … has failed (exit code ${code}):\n${last}`);
}
