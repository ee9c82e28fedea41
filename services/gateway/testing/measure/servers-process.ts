import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createService } from '@skyshelf/service';
import { createTokenVerifier, publicHalves } from '@skyshelf/tokens';
import { testRuntime } from '@skyshelf/service/testing';
import { createLogger } from '@skyshelf/telemetry';
import { inProcessHandOver } from '#src/infrastructure/hand-over/in-process.js';
import { httpHandOver } from '#src/infrastructure/hand-over/over-http.js';
import { newSigningKey, runGateway } from '../run-gateway.js';
import { readyBytes, readyListing } from './ready-listing.js';

/**
 * What is measured, in one process: a bare server, a gateway with its service inside, a gateway with its
 * service behind a unix socket.
 */
const [folder = '', size = '0'] = process.argv.slice(2);
const own = [await newSigningKey()];
const tokenKeys = () => own;
const publicKeys = publicHalves(tokenKeys());
const socket = join(folder, 'service.sock');
const child = fork(
  join(import.meta.dirname, 'service-process.js'),
  [socket, size, JSON.stringify(publicKeys[0])],
  { execArgv: [] },
);
await once(child, 'message');

const tokens = createTokenVerifier({ keys: () => publicKeys });
const inside = await createService(readyListing(Number(size)), { ...(await testRuntime()), tokens });
const behind = httpHandOver({
  addresses: new Map([['catalog', [`unix:${socket}`]]]),
  logger: createLogger({ service: 'test', level: 'silent' }),
});
const gateways = [
  await runGateway({ overrides: { tokenKeys, tokens, handOver: inProcessHandOver(() => inside) } }),
  await runGateway({ overrides: { tokenKeys, tokens, handOver: behind.handOver } }),
];
const body = readyBytes(Number(size));
const bare = createServer((request, response) => {
  request
    .resume()
    .on('end', () =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
        .end(body),
    );
}).listen(0, '127.0.0.1');
await once(bare, 'listening');

process.send?.({
  token: (await gateways[0]?.tokenOf('alice'))?.accessToken,
  urls: [`http://127.0.0.1:${(bare.address() as AddressInfo).port}`, ...gateways.map((each) => each.url)],
});
process.once('disconnect', () => {
  child.kill();
  void Promise.all(gateways.map((each) => each.stop())).then(() => process.exit(0));
});
