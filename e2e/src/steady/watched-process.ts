import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { eventually, type LaunchedSkyshelf } from '@skyshelf/testing';
import { z } from 'zod';

export interface WatchedProcess {
  /** Resident memory as it is, MB. */
  rss(): number;
  /** Measures live objects after a collection of garbage in MB. */
  heap(): Promise<number>;
  /** Counts live objects of each class. A snapshot doubles the resident memory. */
  objects(): Promise<Record<string, number>>;
  /** Open descriptors by what they are: `socket to mongod`, `pipe`, a file's folder … */
  descriptors(): Record<string, number>;
  close(): void;
}

const MEGABYTE = 1024 * 1024;

/** Asks the product's process by its inspector, which it opens on SIGUSR1. */
export async function watchProcess(skyshelf: LaunchedSkyshelf): Promise<WatchedProcess> {
  const pid = skyshelf.pid();
  process.kill(pid, 'SIGUSR1');
  const printed = () => /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(skyshelf.output())?.[0] ?? false;
  const address = await eventually(printed);
  const socket = new WebSocket(address);
  await new Promise((opened) => socket.addEventListener('open', opened, { once: true }));
  const chunks: string[] = [];
  let last = 0;
  const ask = (method: string, params: object = {}): Promise<unknown> => {
    const id = (last += 1);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const hear = ({ data }: MessageEvent<string>) => {
      const said = JSON.parse(data) as { id?: number; result?: unknown };
      if (said.id !== id) return;
      socket.removeEventListener('message', hear);
      resolve(said.result);
    };
    socket.addEventListener('message', hear);
    socket.send(JSON.stringify({ id, method, params }));
    return promise;
  };
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const said = JSON.parse(data) as { method?: string; params?: { chunk?: string } };
    if (said.method === 'HeapProfiler.addHeapSnapshotChunk') chunks.push(said.params?.chunk ?? '');
  });
  await ask('HeapProfiler.enable');
  const collect = () => ask('HeapProfiler.collectGarbage');
  return {
    rss: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    heap: async () => {
      await collect();
      const answer = await ask('Runtime.evaluate', { expression: 'process.memoryUsage().heapUsed' });
      return (answer as { result: { value: number } }).result.value / MEGABYTE;
    },
    descriptors: () => descriptorsOf(pid, skyshelf.mongodPid()),
    objects: async () => {
      await collect();
      chunks.length = 0;
      await ask('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
      return classesIn(chunks.join(''));
    },
    close: () => socket.close(),
  };
}

const snapshot = z.object({
  snapshot: z.object({
    meta: z.object({ node_fields: z.array(z.string()), node_types: z.array(z.unknown()) }),
  }),
  nodes: z.array(z.number()),
  strings: z.array(z.string()),
});

/** Counts a snapshot's objects and closures by their names. */
function classesIn(text: string): Record<string, number> {
  const { snapshot: head, nodes, strings } = snapshot.parse(JSON.parse(text));
  const { node_fields: fields, node_types: types } = head.meta;
  const names = types[0] as string[];
  const counted: Record<string, number> = {};
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = names[nodes[at] ?? 0];
    if (kind !== 'object' && kind !== 'native' && kind !== 'closure') continue;
    const name = `${kind} ${strings[nodes[at + 1] ?? 0]?.slice(0, 80)}`;
    counted[name] = (counted[name] ?? 0) + 1;
  }
  return counted;
}

/** Reads Linux' tables. The other end of a TCP connection is a port of mongod, or another one. */
function descriptorsOf(pid: number, mongod: number): Record<string, number> {
  const mongodPorts = new Set(listening(mongod));
  const own = new Set(listening(pid));
  const connections = new Map(
    tcpOf(pid).map(({ inode, local, remote, state }) => [
      inode,
      state === LISTEN
        ? 'listening'
        : mongodPorts.has(remote)
          ? 'to mongod'
          : own.has(local)
            ? 'of a client'
            : 'to another',
    ]),
  );
  const counted: Record<string, number> = {};
  for (const fd of readdirSync(`/proc/${pid}/fd`)) {
    const kind = kindOf(pid, fd, connections);
    counted[kind] = (counted[kind] ?? 0) + 1;
  }
  return counted;
}

function kindOf(pid: number, fd: string, connections: Map<string, string>): string {
  try {
    const target = readlinkSync(`/proc/${pid}/fd/${fd}`);
    const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
    if (inode !== undefined) return `socket ${connections.get(inode) ?? 'unix'}`;
    return target.replace(/:\[\d+\]$/, '').replace(/[^/]*$/, (name) => (target.startsWith('/') ? '' : name));
  } catch {
    return 'just closed';
  }
}

const LISTEN = '0A';

const tcpOf = (pid: number) =>
  ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(({ length }) => length > 9)
      .map(([, local = '', remote = '', state = '', ...rest]) => ({
        local: portIn(local),
        remote: portIn(remote),
        state,
        inode: rest[5] ?? '',
      })),
  );

const portIn = (address: string): number => parseInt(address.slice(address.lastIndexOf(':') + 1), 16);

function listening(pid: number): number[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      } catch {
        return undefined;
      }
    }),
  );
  return tcpOf(pid)
    .filter(({ state, inode }) => state === LISTEN && inodes.has(inode))
    .map(({ local }) => local);
}
