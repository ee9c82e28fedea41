import { driveId, serviceNames } from '@skyshelf/contracts';
import type { OpsRoutes } from '@skyshelf/data-folder';
import { z } from 'zod';
import { runFsck } from './fsck/run-fsck.js';
import type { Installation } from './installation.js';
import { issueToken } from './issue-token.js';
import { parkedDrop, parkedList, parkedRetry } from './parked/parked.js';
import { parseInput } from './parse-input.js';
import { runRebuild } from './rebuild/run-rebuild.js';
import { runResync } from './resync/run-resync.js';
import { runStats } from './stats/run-stats.js';

const fsckBody = z.strictObject({ storage: z.boolean().optional() }).default({});
const rebuildBody = z.strictObject({ drive: driveId.optional() }).default({});
const resyncBody = z.strictObject({ consumer: z.enum(serviceNames) });
const parkedBody = z.strictObject({ consumer: z.enum(serviceNames), drive: driveId });

/** The operator's commands over the socket. Every answer carries `text` to print and the `exitCode` of the command. */
export const operatorRoutes = (installation: Installation): OpsRoutes => ({
  'POST /operations/fsck': async ({ body }) => runFsck(installation, parseInput(fsckBody, body)),
  'POST /operations/rebuild': async ({ body }) => runRebuild(installation, parseInput(rebuildBody, body)),
  'POST /operations/resync': async ({ body }) => runResync(installation, parseInput(resyncBody, body)),
  'GET /operations/parked': () => parkedList(installation),
  'POST /operations/parked/retry': async ({ body }) =>
    parkedRetry(installation, parseInput(parkedBody, body)),
  'POST /operations/parked/drop': async ({ body }) => parkedDrop(installation, parseInput(parkedBody, body)),
  'GET /operations/stats': () => runStats(installation),
  'POST /internal/token': ({ body }) => issueToken(installation, body),
});
