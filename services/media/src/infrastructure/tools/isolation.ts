import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { reportsMemory } from './memory/process-tree.js';

export interface Isolation {
  /** The wrapper precedes a command; it is empty when only limits apply. */
  wrapper: readonly string[];
  missing: readonly Protection[];
}

export const protections = {
  network: 'children can reach the network',
  tree: 'what a child has started itself may outlive it',
  orphans: 'children outlive a service that is killed, until their limit of processor time',
  memory: 'the memory of children is not limited',
} as const;
export type Protection = keyof typeof protections;

const NAMESPACES = ['--net', '--pid', '--fork', '--kill-child=KILL', '--'];
const NO_CAPABILITIES = ['setpriv', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--'];
/** The kernel kills the child when the thread that started it ends. */
const DIES_WITH_PARENT = ['setpriv', '--pdeathsig', 'KILL'];

/** Order: best first. Namespaces need root or an own user namespace; most containers allow neither. */
const wrappers: readonly Isolation[] = [
  { wrapper: [...DIES_WITH_PARENT, 'unshare', ...NAMESPACES, ...NO_CAPABILITIES], missing: [] },
  {
    wrapper: [...DIES_WITH_PARENT, 'unshare', '--map-root-user', ...NAMESPACES, ...NO_CAPABILITIES],
    missing: [],
  },
  { wrapper: [...DIES_WITH_PARENT, '--no-new-privs', '--'], missing: ['network', 'tree'] },
  { wrapper: [], missing: ['network', 'tree', 'orphans'] },
];

/** A busy machine shall not cost a process its protections. */
const STARTS_WITHIN_MS = 60_000;

let found: Promise<Isolation> | undefined;

/** Tried out once a process. */
export const findIsolation = (): Promise<Isolation> => (found ??= tryOut(wrappers));

async function tryOut([best, ...others]: readonly Isolation[]): Promise<Isolation> {
  if (!best || best.wrapper.length === 0) return unlimited(best ?? { wrapper: [], missing: [] });
  const [program = '', ...args] = best.wrapper;
  try {
    await promisify(execFile)(program, [...args, 'true'], { timeout: STARTS_WITHIN_MS });
    return unlimited(best);
  } catch {
    return tryOut(others);
  }
}

/** Only Linux counts real use against RLIMIT_DATA, and says in /proc what a process holds. */
const unlimited = ({ wrapper, missing }: Isolation): Isolation => ({
  wrapper,
  missing: process.platform === 'linux' && reportsMemory() ? missing : [...missing, 'memory'],
});
