import { DomainError, type ErrorCode, type RouteContract } from '@skyshelf/contracts';
import { createMetrics, MetricRegistry } from '@skyshelf/telemetry';
import { expect, it, vi } from 'vitest';
import { createRefusalCheck } from './declared-refusals.js';

const contract: RouteContract = {
  name: 'paint',
  method: 'POST',
  path: '/api/paint/',
  service: 'catalog',
  access: 'user',
  rate: 'command',
  command: true,
  summary: '',
  refuses: ['name.exists'],
};
const log = { error: vi.fn() };
const registry = new MetricRegistry();
const told = vi.fn();
const check = createRefusalCheck(createMetrics('test', registry), told);
const refused = (code: ErrorCode, rules?: { contract: RouteContract }) =>
  check(
    { id: 'r1', method: 'POST', log, routeOptions: { url: '/api/paint/', config: { rules } } } as never,
    new DomainError(code),
  );

it('lets pass what the contract lists, and what any call of its kind may meet', () => {
  const codes = ['name.exists', 'drive.busy', 'operation.reused', 'auth.revoked', 'input.invalid'] as const;
  for (const code of codes) refused(code, { contract });
  refused('route.not-found');
  expect(log.error).not.toHaveBeenCalled();
  expect(told).not.toHaveBeenCalled();
});

it('logs, counts and reports what the contract does not list', async () => {
  refused('disk.full', { contract });
  const about = { method: 'POST', route: '/api/paint/', code: 'disk.full' };
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining(about), expect.any(String));
  expect(told).toHaveBeenCalledWith(about);
  expect(await registry.text()).toContain(
    'skyshelf_undeclared_refusals_total{service="test",route="/api/paint/",code="disk.full"} 1',
  );
});
