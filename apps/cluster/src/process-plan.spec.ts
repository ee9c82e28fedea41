import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { peersOf, planSlots, portCount, choosePorts } from './process-plan.js';

it('gives each service one place more than it has replicas, and tells everybody of all of them', () => {
  const ports = Array.from({ length: portCount() }, (_, at) => ({
    listening: 20_000 + at,
    reached: 20_000 + at,
  }));
  const slots = planSlots(ports);
  expect(slots).toHaveLength(16);
  expect(peersOf(slots).split(',')).toEqual([
    'gateway=http://127.0.0.1:20000|http://127.0.0.1:20001|http://127.0.0.1:20002',
    'catalog=http://127.0.0.1:20003|http://127.0.0.1:20004|http://127.0.0.1:20005',
    'storage=http://127.0.0.1:20006|http://127.0.0.1:20007|http://127.0.0.1:20008',
    'media=http://127.0.0.1:20009|http://127.0.0.1:20010|http://127.0.0.1:20011',
    'billing=http://127.0.0.1:20012|http://127.0.0.1:20013',
    'notify=http://127.0.0.1:20014|http://127.0.0.1:20015',
  ]);
  expect(() => planSlots(ports.slice(1))).toThrow('The cluster needs 19 ports');
});

it('gives gateways a public port, of which no one but the balancer is told', () => {
  const slots = planSlots(
    Array.from({ length: portCount() }, (_, at) => ({ listening: 20_000 + at, reached: 30_000 + at })),
  );
  expect(slots.flatMap(({ service, public: door }) => (door ? [{ service, ...door }] : []))).toEqual(
    [16, 17, 18].map((at) => ({
      service: 'gateway',
      port: 20_000 + at,
      url: `http://127.0.0.1:${30_000 + at}`,
    })),
  );
});

it('tells everybody of the proxies, where they stand before the processes', () => {
  const ports = Array.from({ length: portCount() }, (_, at) => ({
    listening: 20_000 + at,
    reached: 30_000 + at,
  }));
  const [first] = planSlots(ports);
  expect(first).toMatchObject({ port: 20_000, url: 'http://127.0.0.1:30000' });
});

it('chooses ports that no one listens on', async () => {
  const [taken = 0] = await choosePorts(1, () => 0.5);
  const server = createServer().listen(taken, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const ports = await choosePorts(5, () => 0.5);
  expect(new Set(ports).size).toBe(5);
  expect(ports).not.toContain(taken);
  for (const port of ports) expect(port).toSatisfy((each: number) => each >= 20_000 && each < 32_000);
});
