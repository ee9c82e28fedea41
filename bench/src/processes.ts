import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** A process and all that it has started, directly or not. */
export function processTree(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = statOf(Number(entry));
    if (stat) parents.set(Number(entry), Number(stat[1]));
  }
  const within = (each: number): boolean =>
    each === pid || (parents.has(each) && within(parents.get(each) ?? 0));
  return [...parents.keys()].filter(within);
}

/** Gives program and script, e.g. `node main.js`; empty when the process has ended. */
export function nameOf(pid: number): string {
  const [command = '', script = ''] = (read(`/proc/${pid}/cmdline`) ?? '').split('\0');
  return [command, script]
    .map((part) => part.split('/').pop())
    .join(' ')
    .trim();
}

/** The whole command line. */
export const commandOf = (pid: number): string =>
  (read(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim();

/**
 * The processes of a service among those that a process has started, packed or not.
 * @throws {Error} when there is none
 */
export function processesOfService(pid: number, service: string): number[] {
  const main = new RegExp(`services/${service}/|/packed/dist/${service}-[^/]*\\.js`);
  const found = processTree(pid).filter((each) => main.test(commandOf(each)));
  if (found.length === 0) throw new Error(`No process of ${service} was found`);
  return found;
}

/** Proportional set size in MB: shared pages count by their share. https://docs.kernel.org/filesystems/proc.html */
export function proportionalMb(pid: number): number {
  const rollup = read(`/proc/${pid}/smaps_rollup`) ?? '';
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
}

/**
 * The most memory in MB that a process has had since its start or `forgetPeak`:
 * https://man7.org/linux/man-pages/man5/proc_pid_status.5.html
 */
export function peakMb(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1] ?? 0) / 1024;
}

/** Resets the peak to the present use (https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html). */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** Linux counts in 1/100 s for programs outside the kernel, whatever its own clock (USER_HZ, time(7)). */
const TICKS_PER_SECOND = 100;

/** Processor time that a process has used so far, user and system, in seconds; 0 when it has ended. */
export function processorSeconds(pid: number): number {
  const stat = statOf(pid);
  // utime and stime are the fields 14 and 15 of stat, here counted from the state (field 3).
  return stat ? (Number(stat[11]) + Number(stat[12])) / TICKS_PER_SECOND : 0;
}

/** The fields of /proc/<pid>/stat after the name, which may hold spaces; null when the process has ended. */
function statOf(pid: number): string[] | null {
  const stat = read(`/proc/${pid}/stat`);
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
