import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { DomainError } from '@skyshelf/contracts';
import { TryFailure } from '../../domain/refusal.js';
import { findIsolation } from './isolation.js';
import { USUAL_MB, toolMemory, type Room } from './memory/tool-memory.js';

/** No one waits for a program of this niceness or more. */
export const NO_ONE_WAITS = 15;

/** The kernel sees to it. */
export interface ChildLimits {
  /** Unit: seconds of processor time, all threads together. */
  cpuSeconds: number;
  /** MiB that it may write to. Reserved addresses don't count: V8 reserves much. */
  memoryMb: number;
  /** MiB likely at most; what would not fit waits. Default: little. */
  expectedMb?: number;
  fileBytes: number;
  /**
   * The value ranges from 0 (as the service) to 19. A program of 15 or more reads and writes only while no one else
   * does.
   */
  nice: number;
}

export interface ChildCommand {
  program: string;
  args: readonly string[];
  /** It is also the home folder and has temporary files. */
  folder: string;
  limits: ChildLimits;
  /** Runs as a user who owns nothing but the folder, where the service is root. */
  unprivileged?: boolean;
  /** Replaces the usual isolation, to allow the network or another user. */
  wrapper?: readonly string[];
  stdio: StdioOptions;
  signal?: AbortSignal;
}

/**
 * POSIX: `-d` in KiB, `-f` in blocks of 512 bytes. Out of memory, the kernel ends children first. A limit
 * that can't be set is left out: `/health` says so.
 *
 * Linux shares the processor between sessions first (`sched_autogroup`), `nice` counts only within one: so a
 * child's session stands back. Without root the whole machine may say that ten times a second.
 */
const UNDER_LIMITS = `
{ echo 800 >/proc/self/oom_score_adj; } 2>/dev/null
ulimit -c 0
ulimit -t "$1" && ulimit -f "$3" || exit 125
ulimit -d "$2" 2>/dev/null
nice=$4
session=$5
stand_back() { { echo "$session" >/proc/self/autogroup; } 2>/dev/null; }
again() { for _ in 1 2 3 4 5; do sleep 0.1; stand_back && break; done; }
if [ "$session" -gt 0 ] && [ -e /proc/self/autogroup ] && ! stand_back; then again </dev/null >/dev/null 2>&1 & fi
[ "$nice" -lt 15 ] || ionice -c 3 -p $$ 2>/dev/null
shift 5
exec nice -n "$nice" "$@"`;

let sessionsStandBack = true;
/** For programs of other sessions, too; by default they do. */
export const setSessionsLowPriority = (standBack: boolean): void => void (sessionsStandBack = standBack);

/** Programs are found by it; the service's own environment has its secrets. */
const environment = (folder: string): NodeJS.ProcessEnv => ({
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  HOME: folder,
  TMPDIR: folder,
  LANG: 'C.UTF-8',
});

/** The same number on every system. */
export const NOBODY = 65_534;

/**
 * Root's children could read all it owns. In the wrapper's last step: those before need root; another
 * user can't, and need not.
 */
const asNobody = (wrapper: readonly string[]): string[] => [
  ...(wrapper.length === 0 ? ['setpriv'] : wrapper.slice(0, -1)),
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--',
];

export async function limitedCommand(
  {
    program,
    args,
    unprivileged = false,
    wrapper: given,
  }: Pick<ChildCommand, 'program' | 'args' | 'unprivileged' | 'wrapper'>,
  { cpuSeconds, memoryMb, fileBytes, nice }: ChildLimits,
): Promise<[string, ...string[]]> {
  const own = given ?? (await findIsolation()).wrapper;
  const wrapper = unprivileged && process.getuid?.() === 0 ? asNobody(own) : own;
  const session = sessionsStandBack ? nice : 0;
  const numbers = [cpuSeconds, memoryMb * 1024, fileBytes / 512, nice, session].map((each) =>
    String(Math.ceil(each)),
  );
  const shell = ['-c', UNDER_LIMITS, 'sh', ...numbers, program, ...args];
  const [first, ...others] = wrapper;
  return first === undefined ? ['/bin/sh', ...shell] : [first, ...others, '/bin/sh', ...shell];
}

/**
 * Starts a process group, which `killChild` ends. Waits for room in the memory of all tools.
 * @throws DomainError `service.unavailable` when the machine has no more processes, or the tools no memory;
 * the signal's reason
 */
export async function startChild(command: ChildCommand): Promise<ChildProcess> {
  const { folder, limits, stdio, signal } = command;
  const [first, ...others] = await limitedCommand(command, limits);
  const { expectedMb = USUAL_MB, nice } = limits;
  const room = await toolMemory.admit({ expectedMb, lowPriority: nice >= NO_ONE_WAITS }, signal);
  const child = spawn(first, others, { cwd: folder, detached: true, env: environment(folder), stdio });
  occupy(room, child);
  const failed = Promise.withResolvers<Error>();
  // Stays on: sending to a child that just ended fails here, too.
  child.on('error', failed.resolve);
  if (child.pid === undefined) throw new DomainError('service.unavailable', { cause: await failed.promise });
  return child;
}

const rooms = new WeakMap<ChildProcess, Room>();

function occupy(room: Room, child: ChildProcess): void {
  rooms.set(child, room);
  if (child.pid === undefined) return room.leave();
  room.occupy({ pid: child.pid, kill: () => killChild(child) });
  child.once('exit', () => room.leave());
}

export function roomOf(child: ChildProcess): Room {
  const room = rooms.get(child);
  if (!room) throw new TypeError('It was not started here.');
  return room;
}

/** The error to throw when memory ended it; null when something else did. */
export function memoryFailure(child: ChildProcess, cause: Error): Error | null {
  const { end } = roomOf(child);
  if (end === 'tooMuch') return new TryFailure('tooMuch', cause);
  return end === 'gaveWay' ? new DomainError('service.unavailable', { cause }) : null;
}

export const killChild = (child: ChildProcess): void => signalChild(child, 'SIGKILL');

export function signalChild({ pid }: ChildProcess, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}
