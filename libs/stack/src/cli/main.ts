import { ProvisionError } from '../programs/programs.js';
import { runCommand } from './commands.js';
import { parseCommandLine, USAGE, UsageError } from './words.js';

const print = (line: string) => process.stdout.write(`${line}\n`);
const progress = (line: string) => process.stderr.write(`${line}\n`);

try {
  const line = parseCommandLine(process.argv.slice(2));
  if (line === 'help') process.stdout.write(USAGE);
  else process.exitCode = await runCommand(line, { print, progress });
} catch (error) {
  const usage = error instanceof UsageError;
  const known = usage || error instanceof ProvisionError || error instanceof Error;
  progress(known ? error.message : String(error));
  if (usage) process.stderr.write(`\n${USAGE}`);
  process.exitCode = usage ? 2 : 1;
}
