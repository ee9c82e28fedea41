import { catalogCalls, DomainError, type DriveId } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Installation } from '../installation.js';

type Reached = Pick<Installation, 'peers'>;

/** Running, or killed. */
export const claimsOf = async ({ peers }: Reached): Promise<{ drive: DriveId; underWay: boolean }[]> =>
  (await ask(peers, catalogCalls.allRestores)).restores;

const RENEW_MS = 30_000;

/** Tells a broken restore's leftovers from a drive in use. Held until the drive is whole or removed. */
export class RestoreClaim {
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly reached: Reached,
    private readonly of: { drive: DriveId; run: string },
    /** An earlier restore was interrupted. */
    readonly wasBroken: boolean,
  ) {
    this.timer = setInterval(() => void this.renew().catch(() => undefined), RENEW_MS).unref();
  }

  /** @throws DomainError `input.invalid`: another restore of the drive runs, or may */
  static async take({ peers }: Reached, drive: DriveId, run: string): Promise<RestoreClaim> {
    const body = { drive, run };
    const { claimed, wasBroken } = await ask(peers, catalogCalls.claimRestore, { body });
    if (claimed) return new RestoreClaim({ peers }, body, wasBroken);
    throw new DomainError('input.invalid', {
      message: 'This drive is being imported, or an import of it was killed: try again in five minutes.',
    });
  }

  /** Whole, or removed. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.say({ broken: false });
  }

  /** Unknown: the next restore checks. */
  async leave(): Promise<void> {
    clearInterval(this.timer);
    await this.say({ broken: true }).catch(() => undefined);
  }

  private async renew(): Promise<void> {
    await ask(this.reached.peers, catalogCalls.renewRestore, { body: this.of });
  }

  private async say(how: { broken: boolean }): Promise<void> {
    await ask(this.reached.peers, catalogCalls.endRestore, { body: { ...this.of, ...how } });
  }
}
