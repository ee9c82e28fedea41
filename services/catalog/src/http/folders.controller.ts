import type { IncomingHttpHeaders } from 'node:http';
import { Body, Controller, Headers, Inject, Param, Query, Res } from '@nestjs/common';
import { catalogCalls, DomainError, routes } from '@skyshelf/contracts';
import {
  acceptedEncoding,
  CurrentUser,
  Internal,
  Route,
  type AnswerOf,
  type BodyOf,
  type QueryOf,
} from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Catalog } from '../application/catalog.js';
import { listFolder, listForVisitor } from '../application/reads/list-folder.js';
import { listPage } from '../application/reads/list-page.js';
import type { ListingQuestion } from '../application/reads/listing-rows.js';
import type { Listings } from '../application/reads/listings.js';
import { readChanges } from '../application/reads/read-changes.js';
import { readUsage } from '../application/reads/read-usage.js';
import { listShown } from '../application/shares/read-shares.js';
import { CATALOG, LISTINGS } from '../catalog.runtime.js';
import { addressIn } from '../application/slices/read-folder.js';

type List = typeof routes.listFolder;
type ListShared = typeof catalogCalls.listShared;

@Controller()
export class FoldersController {
  constructor(
    @Inject(CATALOG) private readonly catalog: Catalog,
    @Inject(LISTINGS) private readonly listings: Listings,
  ) {}

  @Route(routes.listFolder)
  async list(
    @Body() body: BodyOf<List>,
    @CurrentUser() user: Caller | null,
    @Headers() headers: IncomingHttpHeaders,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | AnswerOf<List> | undefined> {
    const question = questionIn(body);
    if (!user) return listForVisitor(question);
    const { limit = defaultPage, after } = body;
    const paged = body.limit !== undefined || after !== undefined;
    const { bytes, tag } = paged
      ? await listPage(this.catalog, this.listings, user, question, { limit, after })
      : await listFolder(this.catalog, this.listings, user, question);
    if (!isWanted(headers['if-match'])) throw new DomainError('precondition.failed');
    void reply.headers({ etag: tag, vary: 'Accept-Encoding' });
    if (isKnown(headers['if-none-match'], tag)) return void reply.code(304);
    return this.coded(bytes, headers, reply);
  }

  /** Weak: it identifies the content in whatever coding. */
  private coded(bytes: Buffer, headers: IncomingHttpHeaders, reply: FastifyReply): Buffer | Promise<Buffer> {
    const coding =
      bytes.length < worthCompressing ? null : acceptedEncoding(headers['accept-encoding'], codings);
    if (coding === null) return bytes;
    void reply.header('content-encoding', coding);
    return this.listings.compressed(bytes, coding);
  }

  @Internal(catalogCalls.listShared)
  listShared(
    @Param() { drive }: z.infer<ListShared['params']>,
    @Body() body: z.infer<ListShared['body']>,
  ): Promise<z.infer<ListShared['answer']>> {
    return listShown(this.catalog, this.listings, { drive, ...body });
  }

  @Route(routes.changes)
  changes(
    @Query() { since }: QueryOf<typeof routes.changes>,
    @CurrentUser() user: Caller,
  ): Promise<AnswerOf<typeof routes.changes>> {
    return readChanges(this.catalog, user, since);
  }

  @Route(routes.usage)
  async usage(@CurrentUser() user: Caller): Promise<AnswerOf<typeof routes.usage>> {
    return { result: await readUsage(this.catalog, user) };
  }
}

/** Order: cheapest first. */
const codings = ['zstd', 'br', 'gzip'] as const;
/** A response of fewer bytes fits into one packet uncompressed. */
const worthCompressing = 1400;

const isKnown = (known: string | undefined, tag: string): boolean =>
  known?.split(',').some((each) => each.trim() === tag) ?? false;

/** Our tags are weak, and If-Match compares strongly (RFC 9110 §13.1.1): only `*` matches. */
const isWanted = (asked: string | undefined): boolean =>
  asked?.split(',').some((each) => each.trim() === '*') ?? true;

/** Default: page size. */
const defaultPage = 200;

const questionIn = ({ defaultLinks, sort, direction, ...body }: BodyOf<List>): ListingQuestion => ({
  address: addressIn(body),
  order: { sort: sort ?? 'name', direction: direction ?? 'asc' },
  ...(defaultLinks !== undefined && { defaultLinks }),
});
