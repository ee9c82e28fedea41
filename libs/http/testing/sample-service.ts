import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { Body, Controller, Get, Module, Param, Query } from '@nestjs/common';
import { defineRoutes, DomainError } from '@skyshelf/contracts';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createLogger, createMetrics, MetricRegistry, traceparentOf } from '@skyshelf/telemetry';
import { createIds, type Caller } from '@skyshelf/tokens';
import { callerNamed, testTokens, type TestTokens } from '@skyshelf/tokens/testing';
import { z } from 'zod';
import {
  ByteStream,
  createApp,
  CurrentUser,
  Internal,
  OperationId,
  RequestsInFlight,
  Route,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
} from '../src/index.js';

const base = { service: 'catalog', rate: 'read', summary: '', refuses: [] } as const;
const { rename, look, ready, refuse, take } = defineRoutes(base, {
  rename: {
    method: 'POST',
    path: '/api/rename/',
    access: 'user',
    command: true,
    body: z.strictObject({
      obj: z.strictObject({ linkname: z.string(), linktag: z.array(z.string()).optional() }),
    }),
    answer: z.unknown(),
  },
  look: {
    method: 'GET',
    path: '/api/look/:id',
    access: 'visitor',
    params: z.strictObject({ id: z.coerce.number().int() }),
    query: z.strictObject({ since: z.coerce.number().int().optional() }),
    answer: z.unknown(),
  },
  ready: {
    method: 'GET',
    path: '/api/ready-made',
    access: 'public',
    answer: z.unknown(),
  },
  refuse: {
    method: 'POST',
    path: '/api/refuse',
    refuses: ['name.exists', 'folder.not-found', 'drive.busy'],
    access: 'public',
    body: z.strictObject({ how: z.string() }),
    answer: z.unknown(),
  },
  take: {
    method: 'PUT',
    path: '/api/take/:how',
    access: 'public',
    refuses: ['upload.bad-grant'],
    params: z.strictObject({ how: z.enum(['read', 'refused', 'refused late']) }),
    bytes: true,
    answer: z.unknown(),
  },
});

@Controller()
class SampleController {
  @Route(rename)
  rename(@CurrentUser() caller: Caller, @OperationId() opId: string, @Body() body: BodyOf<typeof rename>) {
    return { sub: caller.sub, opId, name: body.obj.linkname };
  }

  @Route(look)
  look(
    @CurrentUser() caller: Caller | null,
    @Param() { id }: ParamsOf<typeof look>,
    @Query() query: QueryOf<typeof look>,
  ) {
    return { sub: caller?.sub ?? null, id, since: query.since ?? null, trace: traceparentOf() };
  }

  @Route(ready)
  ready() {
    return Buffer.from('{"docs":[]}');
  }

  @Route(refuse)
  async refuse(@Body() { how }: BodyOf<typeof refuse>) {
    if (how === 'name') throw new DomainError('name.exists', { field: 'linkname' });
    if (how === 'folder') throw new DomainError('folder.not-found');
    if (how === 'busy') throw new DomainError('drive.busy');
    throw new TypeError('a secret of the inside');
  }

  @Route(take)
  async take(@Param() { how }: ParamsOf<typeof take>, @ByteStream() body: Readable) {
    if (how === 'refused late') await setTimeout(20);
    if (how !== 'read') throw new DomainError('upload.bad-grant');
    return { size: (await buffer(body)).length };
  }

  @Internal({
    method: 'POST',
    path: '/internal/drives/:id',
    refuses: [],
    params: z.strictObject({ id: z.string() }),
  })
  drive(@Param() { id }: { id: string }) {
    return { id };
  }

  @Get('internal/unmarked')
  unmarked() {
    return 'never without the secret';
  }
}

@Module({ controllers: [SampleController] })
class SampleModule {}

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, unknown>;
}

export interface SentRequest {
  body?: unknown;
  headers?: Record<string, string>;
}

const payloadOf = (body: unknown): string | Buffer | undefined =>
  body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);

/** A service with a route of each kind, for the tests of what all services have in common. */
export class SampleService {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly runtime: TestTokens,
  ) {}

  static async start(): Promise<SampleService> {
    const tokens = await testTokens();
    const deps = {
      ...tokens,
      logger: createLogger({ service: 'test', level: 'silent' }),
      metrics: createMetrics('test', new MetricRegistry()),
      ids: createIds(),
    };
    const app = await createApp(
      { service: 'catalog', module: { module: SampleModule } },
      deps,
      {
        inFlight: new RequestsInFlight(),
        health: async () => ({ well: true, checks: {} }),
        publicChecks: new Set(),
        stage: async () => 'ready',
      },
      {},
    );
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    return new SampleService(app, tokens);
  }

  async call(method: string, url: string, { body, headers = {} }: SentRequest = {}): Promise<Answer> {
    const payload = payloadOf(body);
    const answer = await this.app.inject({
      method: method as 'GET',
      url,
      payload,
      headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
    });
    return {
      status: answer.statusCode,
      body: JSON.parse(answer.payload) as Record<string, unknown>,
      headers: answer.headers,
    };
  }

  /** Renames something in Alice's name. */
  async rename(body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const signedIn = await this.runtime.signedIn(callerNamed('alice'));
    return this.call('POST', '/api/rename/', { body, headers: { ...signedIn, ...headers } });
  }
}

/** `404 route.not-found` */
export const refusalOf = ({ status, body }: Answer): string =>
  `${status} ${(body.error as { code: string }).code}`;
