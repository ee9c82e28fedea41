import { ProcessRunner } from '#src/application/processes/process-runner.js';
import type { TestDrive } from './catalog-subject.js';

const quiet = { warn: () => undefined, error: () => undefined };

/** What carries long commands through, without pauses. */
export const quietRunner = ({ catalog }: Pick<TestDrive, 'catalog'>): ProcessRunner =>
  new ProcessRunner(catalog, quiet, { parallel: 1, retryMs: 1, pause: async () => undefined });
