import type { JobRequest } from '@skyshelf/jobs';
import type { SideWrite } from '../drive-storage.js';
import type { SideWriter } from '../port.js';

/** Held back until the command is through: a refusal leaves nothing. */
export class SideBuffer implements SideWriter<string, object> {
  readonly writes: SideWrite[] = [];
  readonly jobs: Omit<JobRequest, 'drive'>[] = [];
  readonly records: object[] = [];
  readonly counted: Record<string, number> = {};

  /** @param totals as the command's event leaves them */
  constructor(public totals: object) {}

  async put<T extends { id: string }>(name: string, document: T & { expires?: Date }): Promise<void> {
    this.writes.push({ name, id: document.id, document: structuredClone(document) });
  }

  async remove(name: string, id: string): Promise<void> {
    this.writes.push({ name, id, document: null });
  }

  async enqueue(job: Omit<JobRequest, 'drive'>): Promise<void> {
    this.jobs.push(job);
  }

  async record(document: object): Promise<void> {
    this.records.push(structuredClone(document));
  }

  async adjust(change: (totals: object) => object): Promise<void> {
    this.totals = change(this.totals);
  }

  async bound(name: string, counted: number): Promise<void> {
    this.counted[name] = counted;
  }
}
