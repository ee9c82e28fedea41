import { spawn } from 'node:child_process';
import { closeSync, openSync, renameSync, statSync } from 'node:fs';
import { Socket } from 'node:net';

const LOG_LIMIT_BYTES = 20 * 1024 * 1024;

/** The command line of a server. */
export interface Launch {
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
}

/**
 * Spawns a server in a process group of its own, so that Ctrl+C on the terminal does not reach it. Its output is appended
 * to the log, of which the last one is kept as `.1` when it has grown to 20 MB.
 * @param bound true: the server ends when this process does, whatever the cause
 * @returns its process id
 */
export async function spawnServer(launch: Launch, logPath: string, bound: boolean): Promise<number> {
  rotate(logPath);
  const log = openSync(logPath, 'a', 0o600);
  const child = spawn(launch.command, launch.args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, ...launch.env },
  });
  closeSync(log);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) =>
      reject(new Error(`${launch.command} cannot be started: ${error.message}`)),
    );
  });
  const pid = child.pid ?? 0;
  if (bound) {
    const release = spawnGuard(pid);
    child.once('exit', release);
  }
  child.unref();
  return pid;
}

/**
 * A shell that waits on a pipe from this process. When the pipe breaks it asks the server to stop, wakes it in case it is
 * paused, and ends it after 5 s.
 * @returns what dismisses the guard
 */
function spawnGuard(pid: number): () => void {
  const script = [
    'read -r line; kill -TERM "$1" || exit; kill -CONT "$1"',
    'for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.5; kill -0 "$1" || exit; done',
    'kill -KILL "$1"',
  ].join('\n');
  const guard = spawn('/bin/sh', ['-c', script, 'stack-guard', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  guard.unref();
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return () => guard.kill('SIGKILL');
}

function rotate(logPath: string): void {
  try {
    if (statSync(logPath).size > LOG_LIMIT_BYTES) renameSync(logPath, `${logPath}.1`);
  } catch {
    // There is no log yet.
  }
}
