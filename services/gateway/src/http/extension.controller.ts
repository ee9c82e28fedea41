import { Body, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { DomainError, routes } from '@skyshelf/contracts';
import { CurrentUser, Route, type AnswerOf, type BodyOf, type ParamsOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  allowExtension,
  openExtensionSession,
  type ConnectionOffers,
} from '../application/connect-extension.js';
import type { Gateway } from '../application/gateway.js';
import { extensionManifest } from '../domain/extension/manifest.js';
import type { PackedFile } from '../domain/packed-file.js';
import type { GatewayConfig } from '../gateway.config.js';
import {
  CONNECTION_OFFERS,
  EXTENSION_FILES,
  GATEWAY,
  GATEWAY_CONFIG,
  GATEWAY_RUNTIME,
  type GatewayRuntime,
} from '../gateway.runtime.js';
import { packedFiles } from './packed-files.js';
import { sessionOrigin } from './request-facts.js';

@Controller()
export class ExtensionController {
  constructor(
    @Inject(GATEWAY_RUNTIME) private readonly runtime: GatewayRuntime,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(GATEWAY) private readonly gateway: Gateway,
    @Inject(CONNECTION_OFFERS) private readonly offers: ConnectionOffers,
    @Inject(EXTENSION_FILES) private readonly files: () => Promise<PackedFile[] | null>,
  ) {}

  @Route(routes.connectExtension)
  async connect(
    @Body() { challenge }: BodyOf<typeof routes.connectExtension>,
    @CurrentUser() caller: Caller,
  ): Promise<AnswerOf<typeof routes.connectExtension>> {
    const { clock } = this.gateway;
    return { code: await allowExtension({ offers: this.offers, clock }, caller, challenge) };
  }

  @Route(routes.openExtensionSession)
  open(
    @Body() body: BodyOf<typeof routes.openExtensionSession>,
    @Req() request: FastifyRequest,
  ): Promise<AnswerOf<typeof routes.openExtensionSession>> {
    const proxies = (this.config.trustedProxies ?? 0) + (this.runtime.ownProxies ?? 0);
    const deps = { gateway: this.gateway, offers: this.offers };
    return openExtensionSession(deps, body, sessionOrigin(request, proxies));
  }

  @Route(routes.downloadExtension)
  async download(
    @Param() { package: name }: ParamsOf<typeof routes.downloadExtension>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const files = await this.files();
    if (!files) throw new DomainError('file.not-found');
    const manifest = JSON.stringify(extensionManifest(this.runtime.publicUrl, name), null, 2);
    await reply
      .header('content-disposition', `attachment; filename="Skyshelf-${name}.zip"`)
      .type('application/zip')
      .send(packedFiles([{ path: 'manifest.json', content: `${manifest}\n` }, ...files]));
  }
}
