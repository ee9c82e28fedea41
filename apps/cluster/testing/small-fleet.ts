import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createLogger } from '@skyshelf/telemetry';
import { onTestFinished } from 'vitest';
import { Fleet } from '../src/fleet.js';
import { chooseOpenPorts, portCount, planSlots } from '../src/process-plan.js';
import { ServiceProcess } from '../src/service-process.js';

/** The whole fleet with small services in place of the real ones. What starts it and stops it is real. */
export async function smallFleet(drainMs = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-fleet-'));
  const failFile = join(folder, 'fail');
  const slots = planSlots(await chooseOpenPorts(portCount()));
  const fleet = new Fleet(slots, {
    logger: createLogger({ service: 'test', level: 'silent' }),
    leaveWithinMs: 20_000,
    liveness: { everyMs: 200, answerMs: 3_000, mostSilent: 3 },
    spawn: ({ service, number, port }) =>
      new ServiceProcess({
        name: `${service}-${number}`,
        main: resolve(import.meta.dirname, 'small-service.mjs'),
        env: { PORT: String(port), FAIL_FILE: failFile, DRAIN_MS: String(drainMs) },
        logFile: join(folder, `${service}-${number}.log`),
      }),
  });
  onTestFinished(async () => {
    await fleet.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { fleet, failFile, slots };
}
