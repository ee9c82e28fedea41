import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack } from '@skyshelf/stack';
import { launchSkyshelf, type LaunchedSkyshelf } from '@skyshelf/testing';
import { againstRaw, interleaved, type Figure, type Interleaved } from './figures.js';
import { listingUsers, type ListingUsers } from './listing-load.js';
import { uploadingUsers, type UploadingUsers } from './uploading-users.js';

const USERS = 16;
/** Of all traces: each, and what docs/configuration.md says of a busy installation. */
const SHARES = ['1', '0.01'] as const;
const env = { RATE_UNLIMITED: '127.0.0.1,::1' };

interface Asked {
  listing: ListingUsers;
  uploads: UploadingUsers;
}

/**
 * What traces cost: listings and uploads with spans sent to a collector on the same machine, against the same
 * product without, turn by turn.
 */
export async function benchTracing({ rounds = 5, roundMs = 3000 } = {}): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-bench-tracing-'));
  const stack = await startStack({ folder, mongod: 0, kafka: 0, s3: null, otlp: true });
  const running: LaunchedSkyshelf[] = [];
  const open: Asked[] = [];
  const launch = async (settings: Record<string, string>): Promise<Asked> => {
    const skyshelf = await launchSkyshelf({ mode: 'standalone', env: { ...env, ...settings } });
    running.push(skyshelf);
    const asked = {
      listing: await listingUsers(skyshelf, USERS),
      uploads: await uploadingUsers(skyshelf, USERS),
    };
    open.push(asked);
    return asked;
  };
  try {
    const figures: Figure[] = [];
    for (const share of SHARES) {
      // Both new: a process that has run for a while is quicker.
      const without = await launch({});
      const traced = await launch({
        OTEL_EXPORTER_OTLP_ENDPOINT: stack.otlp?.endpoint ?? '',
        OTEL_TRACES_SAMPLER_ARG: share,
      });
      for (const what of ['listing', 'uploads'] as const) {
        const turn = (asked: Asked) => () => asked[what].turn(roundMs);
        await turn(traced)();
        await turn(without)();
        const result = await interleaved(rounds, turn(traced), turn(without));
        figures.push(figure(what, share, result));
      }
    }
    return figures;
  } finally {
    for (const { listing, uploads } of open) {
      uploads.close();
      await listing.close();
    }
    for (const skyshelf of running) await skyshelf.dispose();
    await stack.wipe();
    rmSync(folder, { recursive: true, force: true });
  }
}

const figure = (what: keyof Asked, share: (typeof SHARES)[number], result: Interleaved): Figure => ({
  name: `${what}, ${USERS} users, ${Number(share) * 100} % of the traces recorded; raw: none`,
  ...againstRaw(result),
  goal: 'known',
  met: result.product > 0,
});
