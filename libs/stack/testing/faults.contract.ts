import { connect } from 'node:net';
import { expect, it } from 'vitest';
import type { Stack, StackServer } from '../src/stack.js';
import { waitUntil } from '../src/processes/server-process.js';

/** Tests how every kind of server of a proxied stack behaves under faults. */
export function testFaults(
  name: string,
  stack: () => Stack,
  data: { put(text: string): Promise<unknown>; has(text: string): Promise<boolean> },
): void {
  const server = () => named(stack(), name);
  const clientPort = () => clientPortOf(stack(), name);

  it(`${name} keeps its data through a kill, on the same port`, async () => {
    await data.put('before the kill');
    const pid = server().pid();
    await server().kill();
    expect(await server().healthy()).toBe(false);
    await server().start();
    await waitUntilHealthy(server());
    expect(server().pid()).not.toBe(pid);
    expect(await data.has('before the kill')).toBe(true);
  });

  it(`${name} does not serve while it is paused, and goes on when it is woken`, async () => {
    const pid = server().pid();
    server().pause();
    try {
      expect(await server().healthy()).toBe(false);
    } finally {
      // Whatever is wrong here is not the next test's.
      server().resume();
    }
    await waitUntilHealthy(server());
    expect(server().pid()).toBe(pid);
  });

  it(`${name} refuses its clients while it is cut off, and serves them when the line is restored`, async () => {
    await server().cut();
    expect(await accepts(clientPort())).toBe(false);
    expect(await server().healthy()).toBe(false);
    await server().reconnect();
    await waitUntilHealthy(server());
  });

  it(`${name} leaves its clients without an answer while the line is silent`, async () => {
    await server().cut('silence');
    await server().cut('silence');
    expect(await accepts(clientPort())).toBe(true);
    expect(await server().healthy()).toBe(false);
    await server().reconnect();
    await waitUntilHealthy(server());
  });
}

export function named(stack: Stack, name: string): StackServer {
  const server = stack.servers.find((each) => each.name === name);
  if (!server) throw new Error(`The stack has no ${name}`);
  return server;
}

export function waitUntilHealthy(server: StackServer): Promise<void> {
  return waitUntil(() => server.healthy(), {
    deadlineMs: 60_000,
    complaint: `${server.name} does not become healthy`,
  });
}

function clientPortOf(stack: Stack, name: string): number {
  const addresses: Record<string, string | undefined> = {
    'mongod-1': stack.mongodbUri ?? undefined,
    s3: stack.s3?.endpoint,
  };
  return Number(/127\.0\.0\.1:(\d+)/.exec(addresses[name] ?? '')?.[1]);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
