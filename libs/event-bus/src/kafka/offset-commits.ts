import type { BusLog } from '../bus-options.js';
import { pauseForReal } from '../consumer/pause.js';
import type { GroupReader } from './group-reader.js';
import type { PartitionProgress, TopicPartition } from './partition-progress.js';

const COMMIT_MS = 200;

/** Commits many together: what is missing is repeated and recognised. */
export class OffsetCommits {
  private readonly stopping = new AbortController();
  private rounds: Promise<void> = Promise.resolve();

  constructor(
    private readonly reader: Pick<GroupReader, 'commit'>,
    private readonly readings: () => Iterable<TopicPartition & { progress: PartitionProgress }>,
    private readonly log: BusLog,
  ) {}

  start(): void {
    this.rounds = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.rounds;
    await this.commit();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await pauseForReal(COMMIT_MS, signal).catch(() => undefined);
      if (!signal.aborted) await this.commit();
    }
  }

  private async commit(): Promise<void> {
    const due = [...this.readings()].flatMap(({ topic, partition, progress }) => {
      const offset = progress.toCommit();
      return offset === null ? [] : [{ topic, partition, offset, progress }];
    });
    if (due.length === 0) return;
    try {
      if (!(await this.reader.commit(due))) return;
      for (const { progress, offset } of due) progress.committed(offset);
    } catch (err) {
      this.log.debug({ err }, 'What was passed could not be written down; it is tried again');
    }
  }
}
