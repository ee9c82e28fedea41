import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@skyshelf/contracts';
import { apiClient, type LaunchedSkyshelf } from '@skyshelf/testing';
import { percentile, rounded, type Figure } from './figures.js';

const VISITORS = 100;
const SECONDS = 30;
const LIMIT_MS = 150;

/** Plans, updates and news for 100 visitors at the same time, each of whom reads for a second and begins again. */
export async function benchVisitors(skyshelf: LaunchedSkyshelf): Promise<Figure[]> {
  const connections = { connections: VISITORS };
  const visitor = apiClient(skyshelf.url, null, connections);
  const reader = apiClient(skyshelf.url, await skyshelf.token('reader'), connections);
  const milliseconds: number[] = [];
  let errors = 0;
  const ask = async (call: () => Promise<readonly unknown[]>) => {
    const began = performance.now();
    const answered = await call().catch(() => []);
    milliseconds.push(performance.now() - began);
    if (answered.length === 0) errors += 1;
  };
  const visit = async (until: number) => {
    while (performance.now() < until) {
      await ask(() => visitor.call(routes.listPlans, { body: {} }));
      await ask(async () => (await visitor.call(routes.listUpdates, { body: {} })).docs);
      await ask(async () => (await reader.call(routes.listNews, { body: { news: true } })).feed.items);
      await pause(1000);
    }
  };
  const visits = (count: number, seconds: number) => {
    const until = performance.now() + seconds * 1000;
    return Promise.all(Array.from({ length: count }, () => visit(until)));
  };
  await visits(10, 5);
  milliseconds.length = 0;
  errors = 0;
  await visits(VISITORS, SECONDS);
  visitor.close();
  reader.close();
  const p95 = percentile(milliseconds, 0.95);
  return [
    {
      name: `p95 of plans, updates and news for ${VISITORS} visitors`,
      value: rounded(p95, 1),
      unit: 'ms',
      goal: `≤ ${LIMIT_MS} ms, no error`,
      met: p95 <= LIMIT_MS && errors === 0,
      details: {
        p50: rounded(percentile(milliseconds, 0.5), 1),
        requestsPerSecond: rounded(milliseconds.length / SECONDS, 0),
        errors,
      },
    },
  ];
}
