import { eventually, type EventuallyOptions } from './eventually.js';
import { productMode, type ProductMode } from './product-mode.js';
import type { RunningSkyshelf } from './running-skyshelf.js';

const METRIC = 'skyshelf_undeclared_refusals_total';
const SAMPLE = new RegExp(String.raw`^${METRIC}\{(.*)\} (\S+)$`, 'gm');

type Product = Pick<RunningSkyshelf, 'ops'>;

interface ClusterProcess {
  name: string;
  replica: number;
}

/**
 * Lists refusals whose code the contract of the route does not list, one line for each process, route and code.
 * @throws {Error} when not all processes show their metrics in time, default 20 s
 */
export async function undeclaredRefusals(
  skyshelf: Product,
  { mode = productMode(), patience = { timeoutMs: 20_000 } }: LookOptions = {},
): Promise<string[]> {
  const text = await eventually(() => allMetrics(skyshelf, mode), patience);
  return [...text.matchAll(SAMPLE)].map(([, labels = '', count]) => {
    const label = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(labels)?.[1];
    return `${label('route')} answers ${label('code')}, which its contract does not list (${count} times, ${label('service')})`;
  });
}

interface LookOptions {
  mode?: ProductMode;
  patience?: EventuallyOptions;
}

/** A process that cannot be asked is missing in the text without a word. */
async function allMetrics(skyshelf: Product, mode: ProductMode): Promise<string> {
  const text = await skyshelf.ops<string>('GET', '/metrics');
  if (!text.includes(`# TYPE ${METRIC} counter`)) throw new Error(`${METRIC} is not shown.`);
  const processes =
    mode === 'cluster' ? await skyshelf.ops<ClusterProcess[]>('GET', '/cluster/processes') : [];
  const missing = processes
    .map(({ name, replica }) => `${name}-${replica}`)
    .filter((process) => !text.includes(`process="${process}"`));
  if (missing.length > 0) throw new Error(`Without metrics: ${missing.join(', ')}.`);
  return text;
}
