import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SampleService } from '../testing/sample-service.js';

const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n';

describe('a body that breaks off', () => {
  let service: SampleService;
  let port: number;

  beforeAll(async () => {
    service = await SampleService.start();
    await service.app.listen(0, '127.0.0.1');
    port = Number(new URL(await service.app.getUrl()).port);
  });
  afterAll(() => service.app.close());

  async function sent(how: string, rest: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`PUT /api/take/${how} HTTP/1.1\r\nHost: x\r\n${rest}`);
    return socket;
  }

  async function isWellAfterwards(): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${port}/api/take/read`, { method: 'PUT', body: 'whole' });
    expect(await answer.json()).toEqual({ size: 5 });
  }

  it.each(['read', 'refused', 'refused%20late'])('harms no one where it is %s', async (how) => {
    const ends = [
      ['reset in a chunked body', CHUNKED],
      ['reset in a body with a length', 'Content-Length: 100\r\n\r\nhello'],
      ['a chunk that is none', `${CHUNKED}zz\r\n`],
      ['an unknown coding', 'Transfer-Encoding: gibberish\r\n\r\nhello'],
      ['two lengths', `Content-Length: 5\r\n${CHUNKED}`],
    ] as const;
    for (const [, rest] of ends) {
      const socket = await sent(how, rest);
      await Promise.race([once(socket, 'data'), once(socket, 'close'), isWellAfterwards()]);
      socket.resetAndDestroy();
      await isWellAfterwards();
    }
  });

  it('is told so, unless an answer is under way', async () => {
    const broken = await sent('read', `${CHUNKED}zz\r\n`);
    expect(await text(broken)).toMatch(/^HTTP\/1\.1 400 [^]*input\.unreadable/);
    const refused = await sent('refused', `Connection: keep-alive\r\n${CHUNKED}`);
    const [answer] = (await once(refused, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 4\d\d [^]*upload\.bad-grant/);
    const more = text(refused);
    refused.write('zz\r\n');
    expect((await more).match(/HTTP\/1\.1/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });
});
