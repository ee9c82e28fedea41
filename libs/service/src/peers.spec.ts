import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Body, Controller, Header, Headers, StreamableFile } from '@nestjs/common';
import { DomainError } from '@skyshelf/contracts';
import { startTracing, traceparentOf, withTraceparent, type Tracing } from '@skyshelf/telemetry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ByteStream, Internal } from '@skyshelf/http';
import { createPeers, httpLink, inProcessLink, type PeerLink, type Peers } from '@skyshelf/peers';
import { createService, type CreatedService } from './index.js';
import { serviceOf, testRuntime, type TestRuntime } from '../testing/index.js';

@Controller()
class StorageController {
  @Internal({
    method: 'POST',
    path: '/internal/double',
    refuses: [],
    body: z.strictObject({ n: z.number() }),
  })
  double(@Body() { n }: { n: number }) {
    return { n: n * 2, trace: traceparentOf() };
  }

  @Internal({ method: 'GET', path: '/internal/refuse', refuses: [] })
  refuse() {
    throw new DomainError('drive.closed', { field: 'drive' });
  }

  @Internal({ method: 'PUT', path: '/internal/echo', refuses: [], bytes: true, media: 'bytes' })
  @Header('content-type', 'image/webp')
  async echo(@ByteStream() body: Readable, @Headers('x-name') name: string) {
    return new StreamableFile(Readable.from([await buffer(body), Buffer.from(name)]));
  }
}

const trace = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;

describe.each(['in process', 'over HTTP', 'over a unix socket'])('another service, called %s', (way) => {
  let runtime: TestRuntime;
  let service: CreatedService;
  let link: PeerLink & { close?(): Promise<void> };
  let peers: Peers;
  let tracing: Tracing;
  let folder: string;
  beforeAll(async () => {
    tracing = await startTracing({ service: 'test' });
    runtime = await testRuntime();
    service = await createService(serviceOf([StorageController]), runtime);
    folder = mkdtempSync(join(tmpdir(), 'skyshelf-peer-'));
    const socket = join(folder, 'storage.sock');
    if (way === 'in process') link = inProcessLink(() => service);
    else if (way === 'over HTTP')
      link = httpLink(await service.listenInternal({ host: '127.0.0.1', port: 0 }));
    else {
      await service.listenInternal({ path: socket });
      link = httpLink(`unix:${socket}`);
    }
    peers = createPeers({
      internalKeys: runtime.internalKeys,
      linkTo: (name) => (name === 'storage' ? link : null),
    });
  });
  afterAll(async () => {
    await link.close?.();
    await service.stop();
    await tracing.stop();
    rmSync(folder, { recursive: true });
  });

  it('takes and gives JSON', async () => {
    expect(
      await peers.json('storage', '/internal/double', { method: 'POST', body: { n: 21 } }),
    ).toMatchObject({ n: 42 });
  });

  it('goes on with the trace', async () => {
    const answer = await withTraceparent(trace, () =>
      peers.json<{ trace: string }>('storage', '/internal/double', { method: 'POST', body: { n: 1 } }),
    );
    expect(answer.trace).toContain('a'.repeat(32));
  });

  it('takes and gives bytes, with their headers', async () => {
    const sent = Readable.from([Buffer.alloc(70_000, 'x')]);
    const answer = await peers.bytes('storage', '/internal/echo', {
      method: 'PUT',
      body: sent,
      headers: { 'x-name': 'end', 'content-type': 'image/png' },
    });
    expect(answer.headers['content-type']).toBe('image/webp');
    expect((await buffer(answer.body)).length).toBe(70_003);
    const small = await peers.bytes('storage', '/internal/echo', {
      method: 'PUT',
      body: new Uint8Array([97]),
      headers: { 'x-name': '!' },
    });
    expect((await buffer(small.body)).toString()).toBe('a!');
  });

  it('refuses in its own words', async () => {
    await expect(peers.json('storage', '/internal/refuse')).rejects.toMatchObject({
      code: 'drive.closed',
      details: { field: 'drive' },
    });
    await expect(peers.bytes('storage', '/internal/refuse')).rejects.toMatchObject({ code: 'drive.closed' });
    await expect(
      peers.json('storage', '/internal/double', { method: 'POST', body: { n: 'x' } }),
    ).rejects.toMatchObject({ code: 'input.invalid' });
    await expect(peers.json('storage', '/internal/nothing')).rejects.toMatchObject({
      code: 'route.not-found',
    });
  });

  it('lets no one in without the secret', async () => {
    const stranger = createPeers({ internalKeys: () => ['guessed'], linkTo: () => link });
    await expect(stranger.json('storage', '/internal/refuse')).rejects.toMatchObject({
      code: 'access.denied',
    });
  });

  it('is asked by internal routes only', async () => {
    await expect(peers.json('storage', '/api/files')).rejects.toThrow(TypeError);
  });
});

describe('a service that is away', () => {
  const at = (link: PeerLink | null) => createPeers({ internalKeys: () => ['s'], linkTo: () => link });
  it('is unavailable', async () => {
    const link = httpLink('http://127.0.0.1:1');
    for (const peers of [
      at(null),
      at(link),
      at(
        inProcessLink(() => {
          throw new Error('not made yet');
        }),
      ),
    ]) {
      await expect(peers.json('media', '/internal/x')).rejects.toMatchObject({ code: 'service.unavailable' });
      await expect(peers.bytes('media', '/internal/x')).rejects.toMatchObject({
        code: 'service.unavailable',
      });
    }
    await link.close();
  });

  it('and so is one that answers nonsense', async () => {
    const odd: PeerLink = {
      text: async () => ({ status: 502, text: '<html>' }),
      bytes: async () => ({ status: 502, headers: {}, body: Readable.from(['<html>']) }),
    };
    await expect(at(odd).json('media', '/internal/x')).rejects.toMatchObject({ code: 'service.unavailable' });
    await expect(at(odd).bytes('media', '/internal/x')).rejects.toMatchObject({
      code: 'service.unavailable',
    });
  });
});
