import { open, type FileHandle } from 'node:fs/promises';

interface Round {
  running: Promise<void>;
  next: Promise<void> | null;
}

/** Callers that come during a folder's fsync share the next one, which starts after their rename. */
export class FolderSync {
  private readonly handles = new Map<string, Promise<FileHandle>>();
  private readonly rounds = new Map<string, Round>();

  /**
   * Names made before survive a power cut.
   * @throws the fsync's error, for every caller of the round
   */
  sync(folder: string): Promise<void> {
    const round = this.rounds.get(folder);
    if (!round) {
      const fresh: Round = { running: Promise.resolve(), next: null };
      this.rounds.set(folder, fresh);
      fresh.running = this.run(folder, fresh);
      return fresh.running;
    }
    round.next ??= this.after(folder, round);
    return round.next;
  }

  /** Serves short-lived folders. */
  async syncOnce(folder: string): Promise<void> {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  async close(): Promise<void> {
    const handles = await Promise.allSettled(this.handles.values());
    this.handles.clear();
    await Promise.all(handles.map((each) => (each.status === 'fulfilled' ? each.value.close() : undefined)));
  }

  private async after(folder: string, round: Round): Promise<void> {
    await round.running.catch(() => {}); // its own callers hear of it
    const { next } = round;
    round.next = null;
    if (next) round.running = next;
    await this.run(folder, round);
  }

  private async run(folder: string, round: Round): Promise<void> {
    try {
      await (await this.handle(folder)).sync();
    } catch (error) {
      await this.forget(folder); // A handle reports a failure only once.
      throw error;
    } finally {
      if (!round.next) this.rounds.delete(folder);
    }
  }

  private async forget(folder: string): Promise<void> {
    const handle = await this.handles.get(folder)?.catch(() => null);
    this.handles.delete(folder);
    await handle?.close().catch(() => {});
  }

  private handle(folder: string): Promise<FileHandle> {
    const known = this.handles.get(folder);
    if (known) return known;
    const opening = open(folder, 'r');
    this.handles.set(folder, opening);
    opening.catch(() => this.handles.delete(folder));
    return opening;
  }
}
