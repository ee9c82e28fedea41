import { Controller, Inject, Param, Res } from '@nestjs/common';
import { adSlots, DomainError, type Installation, type LauncherSystem, routes } from '@skyshelf/contracts';
import { type AnswerOf, type ParamsOf, Route } from '@skyshelf/http';
import { paymentEndpoints, videoHostsOf } from '@skyshelf/service';
import type { FastifyReply } from 'fastify';
import type { GatewayConfig } from '../gateway.config.js';
import type { CompanionLink } from '../application/companion-link.js';
import { COMPANION, GATEWAY_CONFIG, GATEWAY_RUNTIME, type GatewayRuntime } from '../gateway.runtime.js';
import { macosLauncher } from '../domain/launchers/macos.js';
import { windowsLauncher } from '../domain/launchers/windows.js';
import type { PackedFile } from '../domain/packed-file.js';
import { packedFiles } from './packed-files.js';

/** The operator's HTML may run scripts and open windows, but has no origin. */
const FRAME_HEADERS = {
  'content-security-policy':
    "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'public, max-age=300',
};

/** Results open in new tabs: frames may show nothing from elsewhere. */
const IN_NEW_TABS = '<!doctype html><meta charset="utf-8"><base target="_blank">';

@Controller()
export class InstallationController {
  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(COMPANION) private readonly companion: CompanionLink,
  ) {}

  @Route(routes.readInstallation)
  async read(): Promise<AnswerOf<typeof routes.readInstallation>> {
    const { accountDeleteHours, ads, maxVideoBytes, refusedExtensions, websiteThumbnails } = this.config;
    const { extensionChromeUrl, extensionFirefoxUrl } = this.config;
    const { operatorName, operatorAddress, searchScript, termsEffective } = this.config;
    return {
      ads: adSlots.flatMap((slot) => {
        const ad = ads[slot];
        return ad ? [{ slot, path: routes.showAd.path.replace(':slot', slot), height: ad.height }] : [];
      }),
      videoHosts: videoHostsOf(this.config),
      websitePictures: websiteThumbnails,
      accountDeleteHours,
      maxVideoBytes,
      refusedExtensions,
      payments: paymentsOf(this.config),
      sources: routes.listSources.path,
      configuredSources: await this.companion.configured(),
      search: searchScript === undefined ? null : { path: routes.showSearch.path },
      operator: { name: operatorName ?? null, address: operatorAddress ?? null },
      extensionStores: { chrome: extensionChromeUrl ?? null, firefox: extensionFirefoxUrl ?? null },
      termsEffective,
    };
  }

  @Route(routes.showAd)
  async showAd(@Param() { slot }: ParamsOf<typeof routes.showAd>, @Res() reply: FastifyReply): Promise<void> {
    const ad = this.config.ads[slot];
    if (!ad) throw new DomainError('file.not-found');
    await sendFrame(reply, ad.html);
  }

  @Route(routes.showSearch)
  async showSearch(@Res() reply: FastifyReply): Promise<void> {
    const { searchScript } = this.config;
    if (searchScript === undefined) throw new DomainError('file.not-found');
    await sendFrame(reply, IN_NEW_TABS + searchScript);
  }
}

const sendFrame = (reply: FastifyReply, html: string): FastifyReply =>
  reply.headers(FRAME_HEADERS).type('text/html; charset=utf-8').send(html);

function paymentsOf(config: GatewayConfig): Installation['payments'] {
  const place = paymentEndpoints(config);
  if (!place) return null;
  const { provider, sandbox, action } = place;
  return { provider, sandbox, origin: new URL(action).origin };
}

@Controller()
export class SourcesController {
  constructor(@Inject(COMPANION) private readonly companion: CompanionLink) {}

  @Route(routes.listSources)
  list(): Promise<AnswerOf<typeof routes.listSources>> {
    return this.companion.sources();
  }
}

const launchers: Record<LauncherSystem, { fileName: string; files: (url: string) => PackedFile[] }> = {
  windows: { fileName: 'Skyshelf-Windows.zip', files: windowsLauncher },
  macos: { fileName: 'Skyshelf-macOS.zip', files: macosLauncher },
};

@Controller()
export class LauncherController {
  constructor(@Inject(GATEWAY_RUNTIME) private readonly runtime: GatewayRuntime) {}

  @Route(routes.downloadLauncher)
  async download(
    @Param() { system }: ParamsOf<typeof routes.downloadLauncher>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { fileName, files } = launchers[system];
    await reply
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .type('application/zip')
      .send(packedFiles(files(new URL('/', this.runtime.publicUrl).href)));
  }
}
