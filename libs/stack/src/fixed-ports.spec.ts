import { expect, it, vi } from 'vitest';

const BLOCK = 100;

/** The module as a process of its own has it. */
async function anotherProcess() {
  vi.resetModules();
  return import('./fixed-ports.js');
}

it('gives each process ports that no other looks at', async () => {
  const processes = [await anotherProcess(), await anotherProcess(), await anotherProcess()];
  const chosen = await Promise.all(
    processes.map(({ freeFixedPort }) => Promise.all(Array.from({ length: 110 }, freeFixedPort))),
  );
  for (const ports of chosen) expect(new Set(ports).size).toBe(110);
  const blocks = chosen.map((ports) => new Set(ports.map((port) => Math.floor(port / BLOCK))));
  expect(new Set(blocks.flatMap((each) => [...each])).size).toBe(
    blocks.reduce((sum, { size }) => sum + size, 0),
  );
});
