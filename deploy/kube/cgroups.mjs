import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = '/sys/fs/cgroup';
const PATIENCE_MS = 10_000;

/** The top of each hierarchy: one where the machine has version 2, else one for each kind of resource. */
function hierarchies() {
  if (existsSync(join(ROOT, 'cgroup.controllers'))) return [ROOT];
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(ROOT, entry.name, 'cgroup.procs')))
    .map((entry) => join(ROOT, entry.name));
}

/** By version of cgroups: the file with a group's share of the processors, and what one process has by default. */
const WEIGHTS = { 'cpu.shares': 1024, 'cpu.weight': 100 };
/** A node is not one process among many: what else runs on the machine would starve it. */
const PROCESSES_A_PROCESSOR = 2;

/** Makes a group in which all pods of a cluster are. */
export function makeGroup(name) {
  for (const top of hierarchies()) {
    mkdirSync(join(top, name), { recursive: true });
    for (const [file, weight] of Object.entries(WEIGHTS))
      if (existsSync(join(top, name, file)))
        writeFileSync(join(top, name, file), String(weight * PROCESSES_A_PROCESSOR * availableParallelism()));
  }
}

/** Kills all that runs in a group, and removes it with all within. */
export async function removeGroup(name) {
  const groups = () => hierarchies().flatMap((top) => below(join(top, name)));
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause(50)) {
    const processes = new Set(groups().flatMap(processesOf));
    if (processes.size === 0) break;
    for (const pid of processes) end(pid);
  }
  for (const group of groups()) rmdirSync(group);
}

/** A group and those within it, the innermost first. */
function below(group) {
  if (!existsSync(group)) return [];
  const inner = readdirSync(group, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [...inner.flatMap(({ name }) => below(join(group, name))), group];
}

const processesOf = (group) =>
  readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number);

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
