import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { DomainError } from '@skyshelf/contracts';
import { findIsolation } from './isolation.js';

/** What a child process may use, the kernel sees to it. */
export interface ChildLimits {
  /** Seconds of processor time, of all its threads together. */
  cpuSeconds: number;
  /** MiB of memory that it may write to. Address space that is only reserved does not count: V8 reserves more than any picture needs. */
  memoryMb: number;
  /** Bytes of each file that it writes. */
  fileBytes: number;
  /** From 0 (as the service itself) to 19: how far it stands back for others. */
  nice: number;
}

export interface ChildCommand {
  program: string;
  args: readonly string[];
  /** Its working folder, home and place for temporary files. */
  folder: string;
  limits: ChildLimits;
  stdio: StdioOptions;
}

/**
 * POSIX: `-d` in KiB, `-f` in blocks of 512 bytes. When memory runs out on the whole machine, the kernel ends children before everything else. Where a limit
 * can't be set, the child runs without it: `/health` says so.
 */
const UNDER_LIMITS = `
{ echo 800 >/proc/self/oom_score_adj; } 2>/dev/null
ulimit -c 0
ulimit -t "$1" && ulimit -f "$3" || exit 125
ulimit -d "$2" 2>/dev/null
nice=$4
shift 4
exec nice -n "$nice" "$@"`;

/** Enough to find programs by; nothing of the service's own environment, which has its secrets. */
const environment = (folder: string): NodeJS.ProcessEnv => ({
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  HOME: folder,
  TMPDIR: folder,
  LANG: 'C.UTF-8',
});

/** The whole command line of a child: shut in, under its limits. */
export async function limitedCommand(
  { program, args }: Pick<ChildCommand, 'program' | 'args'>,
  { cpuSeconds, memoryMb, fileBytes, nice }: ChildLimits,
): Promise<[string, ...string[]]> {
  const { wrapper } = await findIsolation();
  const numbers = [cpuSeconds, memoryMb * 1024, fileBytes / 512, nice].map((each) => String(Math.ceil(each)));
  const shell = ['-c', UNDER_LIMITS, 'sh', ...numbers, program, ...args];
  const [first, ...others] = wrapper;
  return first === undefined ? ['/bin/sh', ...shell] : [first, ...others, '/bin/sh', ...shell];
}

/**
 * Starts a program of the system, or of ours, in a process group of its own, shut in as well as this machine can. End it by `killChild`.
 * @throws DomainError `service.unavailable` when the machine has no more processes or memory
 */
export async function startChild({ folder, limits, stdio, ...command }: ChildCommand): Promise<ChildProcess> {
  const [first, ...others] = await limitedCommand(command, limits);
  const child = spawn(first, others, { cwd: folder, detached: true, env: environment(folder), stdio });
  const failed = Promise.withResolvers<Error>();
  // Stays on: what is sent to a child that has just ended fails here, too.
  child.on('error', failed.resolve);
  if (child.pid === undefined) throw new DomainError('service.unavailable', { cause: await failed.promise });
  return child;
}

/** Ends a child with all of its process group, whatever it is doing. */
export function killChild({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
