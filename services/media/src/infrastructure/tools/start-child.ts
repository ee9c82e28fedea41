import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { DomainError } from '@skyshelf/contracts';
import { TryFailure } from '../../domain/refusal.js';
import { findIsolation } from './isolation.js';
import { USUAL_MB, toolMemory, type Room } from './memory/tool-memory.js';

/** From this niceness on no one waits for what is made. */
export const NO_ONE_WAITS = 15;

/** What a child process may use, the kernel sees to it. */
export interface ChildLimits {
  /** Seconds of processor time, of all its threads together. */
  cpuSeconds: number;
  /** MiB of memory that it may write to. Address space that is only reserved does not count: V8 reserves more than any picture needs. */
  memoryMb: number;
  /** MiB that it is likely to hold at most; what would not fit waits. Default: little. */
  expectedMb?: number;
  /** Bytes of each file that it writes. */
  fileBytes: number;
  /** From 0 (as the service itself) to 19: how far it stands back for others. From 15 on it reads and writes only while no one else does. */
  nice: number;
}

export interface ChildCommand {
  program: string;
  args: readonly string[];
  /** Its working folder, home and place for temporary files. */
  folder: string;
  limits: ChildLimits;
  /** Where the service is root: as `nobody`, to whom the folder must belong then. */
  unprivileged?: boolean;
  /** In place of what this machine shuts children in by: a tool that needs the network, or its own user. */
  wrapper?: readonly string[];
  stdio: StdioOptions;
  /** While it waits for memory. */
  signal?: AbortSignal;
}

/**
 * POSIX: `-d` in KiB, `-f` in blocks of 512 bytes. When memory runs out on the whole machine, the kernel ends children before everything else. Where a limit
 * can't be set, the child runs without it: `/health` says so.
 *
 * Each child has a session of its own. Linux shares the processor between sessions first (`sched_autogroup`), and there `nice` counts only within one: so the
 * session stands back as a whole. Who is not root may say so ten times a second on the whole machine, so it may have to be said again.
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
/** Whether children stand back for programs of other sessions too, the service among them. Of this process; as long as nothing is said they do. */
export const letSessionsStandBack = (standBack: boolean): void => void (sessionsStandBack = standBack);

/** Enough to find programs by; nothing of the service's own environment, which has its secrets. */
const environment = (folder: string): NodeJS.ProcessEnv => ({
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  HOME: folder,
  TMPDIR: folder,
  LANG: 'C.UTF-8',
});

/** The user that owns nothing, by the number that every system gives it. */
export const NOBODY = 65_534;

/** Root's children could read all that is its own. Added to the last step of the wrapper, before which it still may do so; another user can't, and need not. */
const asNobody = (wrapper: readonly string[]): string[] => [
  ...(wrapper.length === 0 ? ['setpriv'] : wrapper.slice(0, -1)),
  ...[`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'],
];

/** The whole command line of a child: shut in, under its limits. */
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
 * Starts a program of the system, or of ours, in a process group of its own, shut in as well as this machine can. End it by `killChild`.
 * It waits for room in the memory of all tools.
 * @throws DomainError `service.unavailable` when the machine has no more processes, or the tools no memory left; the signal's reason
 */
export async function startChild(command: ChildCommand): Promise<ChildProcess> {
  const { folder, limits, stdio, signal } = command;
  const [first, ...others] = await limitedCommand(command, limits);
  const { expectedMb = USUAL_MB, nice } = limits;
  const room = await toolMemory.admit({ expectedMb, standsBack: nice >= NO_ONE_WAITS }, signal);
  const child = spawn(first, others, { cwd: folder, detached: true, env: environment(folder), stdio });
  occupy(room, child);
  const failed = Promise.withResolvers<Error>();
  // Stays on: what is sent to a child that has just ended fails here, too.
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

/** What a child holds of the memory of all tools. */
export function roomOf(child: ChildProcess): Room {
  const room = rooms.get(child);
  if (!room) throw new TypeError('It was not started here.');
  return room;
}

/** What to throw when a child was ended because of its memory; null: that was not why. */
export function memoryFailure(child: ChildProcess, cause: Error): Error | null {
  const { end } = roomOf(child);
  if (end === 'tooMuch') return new TryFailure('tooMuch', cause);
  return end === 'gaveWay' ? new DomainError('service.unavailable', { cause }) : null;
}

/** Ends a child with all of its process group, whatever it is doing. */
export const killChild = (child: ChildProcess): void => signalChild(child, 'SIGKILL');

/** Sends a signal to a child and all of its process group. */
export function signalChild({ pid }: ChildProcess, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}
