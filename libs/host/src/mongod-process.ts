import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';

export interface MongodExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface MongodProcess {
  pid: number;
  exited: Promise<MongodExit>;
  hasExited: () => boolean;
  signal: (name: NodeJS.Signals) => void;
  lastWords: () => string;
}

/**
 * Ctrl+C reaches only the parent, which stops it last. A small shell stops it when the parent dies, `kill -9`
 * included.
 */
export async function spawnMongod(binary: string, args: string[], logPath: string): Promise<MongodProcess> {
  const log = openSync(logPath, 'a');
  const child = spawn(binary, args, { detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) =>
      reject(new Error(`mongod (${binary}) cannot be started: ${error.message}`)),
    );
  });
  const pid = child.pid ?? 0;
  const guard = spawnGuard(pid);
  const exited = new Promise<MongodExit>((resolve) => {
    child.once('exit', (code, signal) => {
      guard?.kill('SIGKILL');
      resolve({ code, signal });
    });
  });
  child.unref();
  return {
    pid,
    exited,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    signal: (name) => {
      child.ref();
      child.kill(name);
    },
    lastWords: () => tail(logPath),
  };
}

/** Stops the server when the pipe from this process breaks. */
function spawnGuard(pid: number): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  const script = 'read -r line; kill -TERM "$1" 2>/dev/null';
  const guard = spawn('/bin/sh', ['-c', script, 'mongod-guard', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => {});
  guard.stdin?.on('error', () => {});
  guard.unref();
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return guard;
}

/** Shortened for people. */
function tail(logPath: string): string {
  const lines = readFileSync(logPath, 'utf8').trimEnd().split('\n').slice(-40);
  const words = lines.map(messageOf).filter((line) => line !== undefined);
  return words.slice(-8).join('\n');
}

function messageOf(line: string): string | undefined {
  try {
    const entry = JSON.parse(line) as { s?: string; msg?: string; attr?: Record<string, unknown> };
    if (entry.s === 'I') return undefined;
    return `${entry.msg ?? ''} ${entry.attr ? JSON.stringify(entry.attr) : ''}`.trim();
  } catch {
    return line;
  }
}
