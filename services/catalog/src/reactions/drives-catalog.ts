import { performance } from 'node:perf_hooks';
import { catalogCalls, type EventMessage } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { Catalog } from '../application/catalog.js';
import { carryOut } from './effects.js';

/** A commit may take as long. */
const TIMEOUT_MS = 10_000;
/** After a failed call, milliseconds. */
const REST_MS = 5_000;

/**
 * Two processes that write a drive wait for each other at its fence, so while another one writes it, its
 * effects go to the catalog that the gateway prefers for its commands (docs/decisions/081).
 */
export class DrivesCatalog {
  private restsUntil = 0;

  constructor(
    private readonly catalog: Catalog,
    private readonly peers: Pick<Peers, 'json'>,
  ) {}

  async react(event: EventMessage): Promise<void> {
    if (!(await this.isDoneThere(event))) await carryOut(this.catalog, event);
  }

  private async isDoneThere(event: EventMessage): Promise<boolean> {
    const { drive } = event;
    if (!this.catalog.store.isContested(drive) || performance.now() < this.restsUntil) return false;
    try {
      await ask(this.peers, catalogCalls.react, { body: event, key: drive, timeoutMs: TIMEOUT_MS });
      return true;
    } catch {
      // Whatever happened there, the effect happens once.
      this.restsUntil = performance.now() + REST_MS;
      return false;
    }
  }
}
