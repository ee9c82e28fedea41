import type { CounterDelta } from '@skyshelf/contracts';
import type { SideWrite } from '../drive-storage.js';
import type { SideWriter } from '../port.js';
import { admitStep, type Totals } from './totals.js';

/** What one command writes next to its event, held back until the command is through: a refusal must leave nothing of it. */
export class SideBuffer implements SideWriter<string> {
  readonly writes: SideWrite[] = [];
  /** Bytes more (or less) that are reserved. */
  reserved = 0;
  /** Bounds that were counted. */
  readonly counted: Record<string, number> = {};

  constructor(
    private readonly totals: Totals,
    private readonly effect: { delta: CounterDelta | null; quota: number | null },
    private readonly defaultQuota: number,
  ) {}

  async put<T extends { id: string }>(name: string, document: T & { expires?: Date }): Promise<void> {
    this.writes.push({ name, id: document.id, document: structuredClone(document) });
  }

  async remove(name: string, id: string): Promise<void> {
    this.writes.push({ name, id, document: null });
  }

  async reserve(bytes: number): Promise<void> {
    admitStep(this.totals, { ...this.effect, reserve: this.reserved + bytes }, this.defaultQuota);
    this.reserved += bytes;
  }

  async bound(name: string, counted: number): Promise<void> {
    this.counted[name] = counted;
  }
}
