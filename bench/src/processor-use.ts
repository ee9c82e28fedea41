import type { LaunchedSkyshelf } from '@skyshelf/testing';
import { z } from 'zod';
import { nameOf, processorSeconds, processTree } from './processes.js';

const clusterProcesses = z.array(z.object({ name: z.string(), replica: z.number(), pid: z.number() }));

/**
 * Begins to watch how much of the processors each process of an installation uses, its servers and the load
 * generator included.
 * @returns what ends it and answers cores by process, averaged over the time
 */
export async function watchProcessors(skyshelf: LaunchedSkyshelf): Promise<() => Record<string, number>> {
  const names = await namesOf(skyshelf);
  const began = performance.now();
  const before = used();
  return () => {
    const seconds = (performance.now() - began) / 1000;
    const cores: Record<string, number> = {};
    for (const [pid, total] of used()) {
      const name = names.get(pid) ?? nameOf(pid);
      cores[name] = (cores[name] ?? 0) + (total - (before.get(pid) ?? 0)) / seconds;
    }
    return Object.fromEntries(Object.entries(cores).filter(([, share]) => share >= 0.01));
  };
}

const used = (): Map<number, number> =>
  new Map(processTree(process.pid).map((pid) => [pid, processorSeconds(pid)]));

async function namesOf(skyshelf: LaunchedSkyshelf): Promise<Map<number, string>> {
  const listed = await skyshelf.ops('GET', '/cluster/processes').catch(() => []);
  const names = clusterProcesses
    .parse(listed)
    .map(({ name, replica, pid }) => [pid, `${name} ${replica}`] as const);
  return new Map([[process.pid, 'bench'] as const, [skyshelf.pid(), 'skyshelf'] as const, ...names]);
}
