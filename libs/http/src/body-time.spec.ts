import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limitBodyTime, type BodyTime } from './body-time.js';

const patient: BodyTime = { wholeMs: null, idleMs: 60_000, slowest: 0, graceMs: 0 };

describe('a body that takes too long', () => {
  let server: Server;
  let time: BodyTime;
  let socket: Socket;
  let dripping: NodeJS.Timeout | undefined;
  beforeEach(async () => {
    server = createServer((request, response) => {
      limitBodyTime(request, time);
      request
        .on('error', () => undefined)
        .resume()
        .on('end', () => response.end('whole'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    clearInterval(dripping);
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });

  /** Sends a byte every 10 ms, or none. @returns what was answered before the end */
  const send = async (length: number, drips: boolean): Promise<string> => {
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        answer += String(chunk);
        if (answer.endsWith('whole')) socket.end();
      });
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
    let left = length;
    if (drips)
      dripping = setInterval(() => {
        if (socket.writable && left > 0) socket.write('x');
        left -= 1;
      }, 10);
    // Not `once`: it fails when a byte meets the end of the connection.
    await new Promise((resolve) => socket.once('close', resolve));
    return answer;
  };

  it('is cut after its whole time, though it never pauses', async () => {
    time = { ...patient, wholeMs: 200, idleMs: 100 };
    expect(await send(1_000_000, true)).toMatch(/^HTTP\/1\.1 408 [^]*The request body took too long/);
  });

  it('is cut when nothing comes', async () => {
    time = { ...patient, idleMs: 100 };
    expect(await send(10, false)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is cut when it comes slower than the slowest pace', async () => {
    time = { ...patient, idleMs: 1000, slowest: 10_000, graceMs: 200 };
    expect(await send(1_000_000, true)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is no slow one that goes on at its pace', async () => {
    time = { ...patient, idleMs: 1000, slowest: 1, graceMs: 50 };
    expect(await send(30, true)).toMatch(/^HTTP\/1\.1 200 [^]*whole$/);
  });
});
