import { spawn } from 'node:child_process';
import { ProvisionError } from './provision-error.js';

/** For a cold build on a busy machine. */
const LIMIT_MS = 30 * 60_000;

/** @throws {ProvisionError} with the end of its output when it fails */
export function runTool(
  command: string,
  args: readonly string[],
  { cwd, env = {}, limitMs = LIMIT_MS }: { cwd: string; env?: Record<string, string>; limitMs?: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const timer = setTimeout(() => child.kill('SIGTERM'), limitMs);
    let output = '';
    const collect = (chunk: Buffer) => (output = (output + chunk.toString('utf8')).slice(-8_000));
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const fail = (reason: string) =>
      reject(new ProvisionError(`${[command, ...args].join(' ')} has failed (${reason}):\n${output.trim()}`));
    child.once('error', (error) => {
      clearTimeout(timer);
      fail(error.message);
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else fail(signal ?? `exit code ${code}`);
    });
  });
}
