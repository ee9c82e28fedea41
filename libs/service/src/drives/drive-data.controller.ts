import { Readable } from 'node:stream';
import { Body, Controller, Param, Query, StreamableFile } from '@nestjs/common';
import { internalRoutes, type DriveExportQuery } from '@skyshelf/contracts';
import { ByteStream, Internal } from '@skyshelf/http';
import type { z } from 'zod';
import { DriveData } from './drive-data.js';
import { readDriveLines, writeDriveLines } from './drive-lines.js';

const { driveExport, driveForget, driveKnown, driveRestore } = internalRoutes;
type OfDrive = z.infer<typeof driveExport.params>;

/** Others reach a drive's data here only. */
@Controller()
export class DriveDataController {
  constructor(private readonly data: DriveData) {}

  @Internal(driveExport)
  export(@Param() { drive }: OfDrive, @Query() query: DriveExportQuery): StreamableFile {
    const lines = writeDriveLines(this.data.export(drive, query));
    return new StreamableFile(Readable.from(lines, { objectMode: false }));
  }

  @Internal(driveRestore)
  async restore(@Param() { drive }: OfDrive, @ByteStream() body: Readable): Promise<Record<string, never>> {
    await this.data.restore(drive, readDriveLines(body));
    return {};
  }

  @Internal(driveForget)
  async forget(
    @Param() { drive }: OfDrive,
    @Body() { forGood }: z.infer<typeof driveForget.body>,
  ): Promise<Record<string, never>> {
    await this.data.forget(drive, { forGood });
    return {};
  }

  @Internal(driveKnown)
  async known(@Param() { drive }: OfDrive): Promise<{ known: boolean }> {
    return { known: await this.data.knows(drive) };
  }
}
