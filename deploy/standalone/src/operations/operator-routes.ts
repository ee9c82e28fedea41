import { driveId, DomainError, serviceNames } from '@skyshelf/contracts';
import { z } from 'zod';
import type { OpsRoutes } from '@skyshelf/data-folder';
import type { Installation } from './installation.js';
import { parkedDrop, parkedList, parkedRetry } from './parked.js';
import { runFsck } from './run-fsck.js';
import { runRebuild } from './run-rebuild.js';
import { runResync } from './run-resync.js';

const fsckBody = z.strictObject({ storage: z.boolean().optional() }).default({});
const rebuildBody = z.strictObject({ drive: driveId.optional() }).default({});
const resyncBody = z.strictObject({ consumer: z.enum(serviceNames) });
const parkedBody = z.strictObject({ consumer: z.enum(serviceNames), drive: driveId });

/** The operator's commands over the socket. Every answer carries `text` to print and the `exitCode` of the command. */
export const operatorRoutes = (installation: Installation): OpsRoutes => ({
  'POST /operations/fsck': async ({ body }) => runFsck(installation, parse(fsckBody, body)),
  'POST /operations/rebuild': async ({ body }) => runRebuild(installation, parse(rebuildBody, body)),
  'POST /operations/resync': async ({ body }) => runResync(installation, parse(resyncBody, body)),
  'GET /operations/parked': () => parkedList(installation),
  'POST /operations/parked/retry': async ({ body }) => parkedRetry(installation, parse(parkedBody, body)),
  'POST /operations/parked/drop': async ({ body }) => parkedDrop(installation, parse(parkedBody, body)),
});

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new DomainError('input.invalid', { message: z.prettifyError(parsed.error) });
}
