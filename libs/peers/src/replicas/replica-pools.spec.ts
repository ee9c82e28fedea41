import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { HOLDER_HEADER } from '@skyshelf/contracts';
import { eventually, freePort, startSmallDnsServer, type SmallDnsServer } from '@skyshelf/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createNameLookup } from './followed-name.js';
import { ReplicaChoice } from './replica-choice.js';
import { ReplicaPools, type ReplicaRequest } from './replica-pools.js';

/** In the order of their addresses, so that a test knows who is asked first. */
class InOrder extends ReplicaChoice {
  override order(): string[] {
    return super.order().toSorted();
  }
}

const get: ReplicaRequest = { method: 'GET', path: '/', headers: {}, repeatable: true };
const command = (body: ReplicaRequest['body'], repeatable = false): ReplicaRequest => ({
  method: 'POST',
  path: '/',
  headers: { 'content-type': 'text/plain' },
  body,
  repeatable,
});

const NAME = 'catalog-pods.shelf.svc';

let dns: SmallDnsServer;
let port: number;
beforeAll(async () => {
  dns = await startSmallDnsServer({});
  port = await freePort();
});
afterAll(() => dns.close());

const addressOf = (host: number) => `http://127.0.0.${host}:${port}`;

type Way = 'by a list' | 'by name';

const servers: Server[] = [];
const open: ReplicaPools[] = [];
afterEach(async () => {
  for (const pools of open.splice(0)) await pools.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
  dns.names.clear();
  next = 1;
});

let next = 1;
const nobody = () => addressOf(next++);
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  const host = next++;
  await once(server.listen(port, `127.0.0.${host}`), 'listening');
  return addressOf(host);
}

const answering = (name: string, seen: string[] = []) =>
  serve((request, response) => {
    void buffer(request).then((body) => {
      seen.push(body.toString());
      response.end(name);
    });
  });
/** Takes the request, the whole or the first bytes of it, and hangs up. */
const breaking = (seen: string[] = []) =>
  serve((request) => {
    request.once('data', (chunk: Buffer) => seen.push(chunk.toString()));
    request.once('end', () => request.socket.destroy());
    request.resume();
  });
const leaving = (status: number) =>
  serve((request, response) => {
    request.resume();
    response.writeHead(status, { connection: 'close' }).end('leaving');
  });

const poolsKnown =
  (way: Way) =>
  (addresses: readonly string[], inOrder = true): ReplicaPools => {
    tell(addresses);
    const made = new ReplicaPools(way === 'by name' ? [`dns+http://${NAME}:${port}`] : addresses, {
      connections: 4,
      headersTimeoutMs: 20_000,
      names: { lookup: createNameLookup({ servers: [dns.address] }) },
      ...(inOrder && { choice: new InOrder([]) }),
    });
    open.push(made);
    return made;
  };
const tell = (addresses: readonly string[]) =>
  dns.names.set(
    NAME,
    addresses.map((each) => new URL(each).hostname),
  );
const answerOf = async (of: ReplicaPools, request: ReplicaRequest) => (await of.request(request)).body.text();

describe.each<Way>(['by a list', 'by name'])('asking one of several replicas, known %s', (way) => {
  const pools = poolsKnown(way);

  it('goes on to the next when no one listens at the first, with any call', async () => {
    const seen: string[] = [];
    const of = pools([nobody(), await answering('second', seen)]);
    expect(await answerOf(of, get)).toBe('second');
    expect(await answerOf(of, command(Readable.from(['a stream, ', 'still whole'])))).toBe('second');
    expect(seen).toEqual(['', 'a stream, still whole']);
  });

  it('goes on when the first breaks off before an answer, with a call that may be repeated', async () => {
    const broken: string[] = [];
    const seen: string[] = [];
    const of = pools([await breaking(broken), await answering('second', seen)]);
    expect(await answerOf(of, command('a command', true))).toBe('second');
    expect({ broken, seen }).toEqual({ broken: ['a command'], seen: ['a command'] });
  });

  it('does not repeat what may have been done, nor a stream that has begun', async () => {
    const seen: string[] = [];
    const of = pools([await breaking(), await answering('second', seen)]);
    await expect(of.request(command('once'))).rejects.toThrow();
    await expect(of.request(command(Readable.from(['begun']), true))).rejects.toThrow();
    expect(seen).toEqual([]);
  });

  it('goes on when the first refuses because it stops: it has done nothing', async () => {
    const of = pools([await leaving(503), await answering('second')]);
    expect(await answerOf(of, command('anything'))).toBe('second');
  });

  it('takes an answer that ends its connection, and asks the others from then on', async () => {
    const addresses = [await leaving(200), await answering('stays')];
    const of = pools(addresses, false);
    const answers = [];
    for (let call = 0; call < 8; call += 1) answers.push(await answerOf(of, get));
    expect(answers.filter((answer) => answer === 'leaving').length).toBeLessThanOrEqual(1);
  });

  it('hands a refusal on as it is when there is no one else', async () => {
    const of = pools([await leaving(503)]);
    expect((await of.request(get)).statusCode).toBe(503);
  });

  it('asks the next one when what only one replica has is not at the first', async () => {
    const gone = await serve((request, response) => {
      request.resume();
      response.writeHead(410).end('gone');
    });
    const held: ReplicaRequest = { ...get, heldBy: 'holder' };
    expect(await answerOf(pools([gone, await answering('holder')]), held)).toBe('holder');
    expect(await answerOf(pools([gone, await answering('other')]), get)).toBe('gone');
    // The one that is away can't be asked.
    const nowhere = await pools([gone, nobody()]).request(held);
    expect([nowhere.statusCode, await nowhere.body.text()]).toEqual([410, 'gone']);
  });

  it('asks no one but who holds it, once each has said its name', async () => {
    const asked: number[] = [];
    const holder = (at: number) =>
      serve((request, response) => {
        asked.push(at);
        const status = request.url === `/run-of-${at}` ? 200 : 410;
        response.writeHead(status, { [HOLDER_HEADER]: `holder-${at}` }).end(String(at));
      });
    const of = pools([await holder(0), await holder(1), await holder(2)], false);
    const read = async (path: string, heldBy: string) => {
      const answer = await of.request({ ...get, path, heldBy });
      await answer.body.dump();
      return { status: answer.statusCode, name: answer.headers[HOLDER_HEADER] };
    };
    // By then all have answered.
    expect(await read('/nowhere', 'unknown')).toEqual({ status: 410, name: undefined });
    asked.length = 0;
    for (let call = 0; call < 4; call += 1)
      expect(await read('/run-of-1', 'holder-1')).toEqual({ status: 200, name: undefined });
    expect(await read('/over', 'holder-2')).toMatchObject({ status: 410 });
    expect(asked).toEqual([1, 1, 1, 1, 2]);
  });

  it('fails when no one is there', async () => {
    await expect(pools([nobody()]).request(get)).rejects.toThrow('ECONNREFUSED');
    await expect(pools([]).request(get)).rejects.toThrow('no replica');
  });
});

describe('replicas behind a name', () => {
  const pools = poolsKnown('by name');

  it('takes new ones in, and lets old ones go without breaking what runs', async () => {
    const gate = Promise.withResolvers<void>();
    const slow = await serve((request, response) => {
      request.resume();
      response.write('begun, ');
      void gate.promise.then(() => response.end('whole'));
    });
    const of = pools([slow]);
    const running = await of.request(get);
    tell([await answering('new')]);
    await eventually(async () => !of.choice.order().includes(slow));
    expect(await answerOf(of, get)).toBe('new');
    gate.resolve();
    expect(await running.body.text()).toBe('begun, whole');
  });

  it('looks at once when none can be reached, and takes who is there now', async () => {
    const of = pools([nobody()]);
    await eventually(async () => of.choice.order().length === 1);
    tell([await answering('new')]);
    const asked = dns.asked.length;
    const calls = await Promise.all(Array.from({ length: 20 }, () => answerOf(of, command('any'))));
    expect(new Set(calls)).toEqual(new Set(['new']));
    expect(dns.asked.length - asked).toBeLessThan(4);
  });
});
