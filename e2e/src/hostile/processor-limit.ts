import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Each in a session of its own: Linux shares processors between those first. @returns ends them */
export function startBusyLoops(count: number): () => void {
  const loops = Array.from({ length: count }, () =>
    spawn('/bin/sh', ['-c', 'while :; do :; done'], { detached: true, stdio: 'ignore' }),
  );
  const end = (): void => loops.forEach((loop) => void loop.kill('SIGKILL'));
  process.once('exit', end);
  return () => {
    process.off('exit', end);
    end();
  };
}

const ROOT = '/sys/fs/cgroup';
const PERIOD_US = 100_000;

/** As the kubelet sets a limit of processor time, by the version of cgroups that this machine has. */
const settings = (folder: string, milli: number): [folder: string, files: Record<string, string>] => {
  const quota = String((milli * PERIOD_US) / 1000);
  return existsSync(join(ROOT, 'cgroup.controllers'))
    ? [join(ROOT, folder), { 'cpu.max': `${quota} ${PERIOD_US}` }]
    : [join(ROOT, 'cpu', folder), { 'cpu.cfs_period_us': String(PERIOD_US), 'cpu.cfs_quota_us': quota }];
};

/** @returns whether `limitProcessors` works here: root, and cgroups that may be written */
export function canLimitProcessors(): boolean {
  try {
    limitProcessors([], 200)();
    return true;
  } catch {
    return false;
  }
}

/**
 * Together with all that these processes start.
 * @param milli thousandths of a processor
 * @returns lifts the limit; what has not ended goes back
 */
export function limitProcessors(pids: readonly number[], milli: number): () => void {
  const [group, files] = settings(`skyshelf-starved-${process.pid}`, milli);
  mkdirSync(group, { recursive: true });
  for (const [file, value] of Object.entries(files)) writeFileSync(join(group, file), value);
  for (const pid of pids) writeFileSync(join(group, 'cgroup.procs'), String(pid));
  return () => {
    const left = readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean);
    for (const pid of left) writeFileSync(join(group, '..', 'cgroup.procs'), pid);
    rmdirSync(group);
  };
}
