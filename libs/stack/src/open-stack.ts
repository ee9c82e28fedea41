import { join, resolve } from 'node:path';
import { ManagedServer } from './managed-server.js';
import { provide } from './programs/provide.js';
import { planGroups, portFor } from './servers/plan-groups.js';
import type { ServerGroup } from './servers/server-plan.js';
import { Proxies, toxiproxyPlan } from './servers/toxiproxy.js';
import { type StackNote, readStackNote } from './stack-note.js';

export interface ManagedGroup {
  servers: ManagedServer[];
  form?: ServerGroup['form'];
}

export interface OpenStack {
  groups: ManagedGroup[];
  servers: ManagedServer[];
  toxiproxy: ManagedServer | undefined;
  proxies: Proxies | undefined;
}

export function openServers(
  folder: string,
  note: StackNote,
  { bound, progress = () => {} }: { bound: boolean; progress?: (line: string) => void },
): OpenStack {
  const proxied = note.layout.proxied;
  const proxies = proxied ? new Proxies(portFor(note, 'toxiproxy')) : undefined;
  const groups = planGroups({ folder, note, progress }).map(({ plans, form }) => ({
    servers: plans.map((plan) => new ManagedServer(plan, { bound, proxies })),
    form,
  }));
  const servers = groups.flatMap((group) => group.servers);
  const program = () => provide('toxiproxy', progress);
  const restore = async () => {
    for (const { name, plan } of servers) await proxies?.ensure(name, plan.clientPort, plan.port);
  };
  const toxiproxy = proxied
    ? new ManagedServer(
        toxiproxyPlan({ program, folder: join(folder, 'toxiproxy'), port: portFor(note, 'toxiproxy') }),
        { bound, restore },
      )
    : undefined;
  return { groups, servers, toxiproxy, proxies };
}

/**
 * Toxiproxy included, running or not; undefined when there is none. Servers started through it survive this
 * process.
 */
export function findStack(folder: string): { servers: ManagedServer[] } | undefined {
  const path = resolve(folder);
  const note = readStackNote(path);
  if (!note) return undefined;
  const { servers, toxiproxy } = openServers(path, note, { bound: false });
  return { servers: toxiproxy ? [...servers, toxiproxy] : servers };
}
