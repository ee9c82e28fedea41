import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification, type Vitest } from 'vitest/node';

/** The files that take half a minute or more on two cores, the longest first: see the end of `.ci/run`. */
const LONG = [
  'apps/standalone/src/kept.int.spec.ts',
  'services/media/src/website.int.spec.ts',
  'apps/standalone/src/operations/repair.int.spec.ts',
  'services/catalog/testing/shelf-walk.int.spec.ts',
  'apps/standalone/src/operations/archive.int.spec.ts',
  'apps/standalone/src/operations/command-line.int.spec.ts',
  'libs/event-bus/src/in-process-bus.contract.int.spec.ts',
  'services/media/src/films.int.spec.ts',
  'services/media/src/converted-films.int.spec.ts',
  'libs/event-store/src/mongo/crash.int.spec.ts',
  'services/media/src/media.int.spec.ts',
  'services/media/src/poison.int.spec.ts',
  'libs/event-store/src/archive/small-memory.int.spec.ts',
  'services/media/src/jobs.int.spec.ts',
  'libs/event-bus/src/kafka/replicas.servers.spec.ts',
  'apps/standalone/src/operations/restore-drill.servers.spec.ts',
  'libs/event-bus/src/crash/outages-over-kafka.servers.spec.ts',
  'libs/event-bus/src/kafka/broker-faults.servers.spec.ts',
  'libs/event-bus/src/kafka/kafka-bus.contract.servers.spec.ts',
  'libs/event-bus/src/kafka/kafka-bus.servers.spec.ts',
  'bench/src/everyday.servers.spec.ts',
  'e2e/src/windows/early-playback.e2e.ts',
  'e2e/src/pages/axe.e2e.ts',
  'e2e/src/pages/undo.e2e.ts',
  'e2e/src/windows/window-memory.e2e.ts',
  'e2e/src/hostile/hostile-files.e2e.ts',
  'e2e/src/pages/walks.e2e.ts',
  'e2e/src/uploads/kept-uploads.e2e.ts',
  'e2e/src/sources/sources.e2e.ts',
  'e2e/src/sign-in/sign-in.e2e.ts',
];

const ROOT = join(import.meta.dirname, '../..');

/**
 * Begins with the longest files of each group, so that no worker is left with one when all others are done.
 * Vitest knows how long a file took only where it has run before.
 */
export default class LongestFirst extends BaseSequencer {
  constructor(context: Vitest) {
    super(context);
    const gone = LONG.filter((file) => !existsSync(join(ROOT, file)));
    if (gone.length > 0) throw new Error(`Not there, but named in longest-first.ts: ${gone.join(', ')}`);
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => groupOf(a) - groupOf(b) || rankOf(a) - rankOf(b));
  }
}

const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONG.indexOf(relative(ROOT, moduleId));
  return rank < 0 ? LONG.length : rank;
}
