import { Controller, Inject, Param, Res } from '@nestjs/common';
import { routes, type LauncherSystem } from '@skyshelf/contracts';
import { Route, type ParamsOf } from '@skyshelf/http';
import type { FastifyReply } from 'fastify';
import { macosLauncher } from '../domain/launchers/macos.js';
import { windowsLauncher } from '../domain/launchers/windows.js';
import type { PackedFile } from '../domain/packed-file.js';
import { GATEWAY_RUNTIME, type GatewayRuntime } from '../gateway.runtime.js';
import { packedFiles } from './packed-files.js';

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
