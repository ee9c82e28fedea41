import { spawn } from 'node:child_process';
import { closeSync, openSync, renameSync, statSync } from 'node:fs';
import { Socket } from 'node:net';

const LOG_LIMIT_BYTES = 20 * 1024 * 1024;

export interface Launch {
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
}

/**
 * In its own process group, so that Ctrl+C does not reach it. Appends to the log, rotated to `.1` at 20 MB.
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
 * Waits on a pipe from this process; when it breaks, stops the server, wakes it in case it is paused, and
 * kills it after 5 s.
 * @returns dismisses the guard
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
