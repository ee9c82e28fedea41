import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Victim } from './target.js';

const PROGRAM = /\/(?:apps\/companion\/dist\/main|packed\/dist\/part-companion[^/]*)\.js/;

/** The process that brings files from elsewhere: a child of the cluster, which starts it again by itself. */
export function companionVictim(cluster: () => number): Victim {
  let struck = 0;
  const signal = (name: NodeJS.Signals): void => {
    if (struck > 0) process.kill(struck, name);
  };
  return {
    name: 'companion',
    family: 'companion',
    kill: async () => {
      struck = companionOf(cluster());
      signal('SIGKILL');
    },
    revive: async () => {
      for (let pid = struck; pid === 0 || pid === struck; pid = companionOf(cluster())) await pause(100);
    },
    pause: async () => {
      struck = companionOf(cluster());
      signal('SIGSTOP');
    },
    resume: async () => signal('SIGCONT'),
  };
}

/** 0: it does not run just now. */
function companionOf(cluster: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return processes.find((pid) => parentOf(pid) === cluster && PROGRAM.test(read(pid, 'cmdline'))) ?? 0;
}

/** The field after the name and the state: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const parentOf = (pid: number): number => Number(/\) \S (\d+)/.exec(read(pid, 'stat'))?.[1] ?? 0);

function read(pid: number, what: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}
