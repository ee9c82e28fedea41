import { catalogCalls, DomainError, type DriveId } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Installation } from '../installation.js';

type Reached = Pick<Installation, 'peers'>;

/** Drives that are being restored, or were until the run was killed. */
export const claimsOf = async ({ peers }: Reached): Promise<{ drive: DriveId; underWay: boolean }[]> =>
  (await ask(peers, catalogCalls.allRestores)).restores;

const RENEW_MS = 30_000;

/**
 * Says that a drive is being restored, so that what a broken-off restore has left can be told from a drive that people use. Stays until the drive is
 * whole or taken back.
 */
export class RestoreClaim {
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly reached: Reached,
    private readonly of: { drive: DriveId; run: string },
    /** True when an earlier restore was broken off. */
    readonly wasBroken: boolean,
  ) {
    this.timer = setInterval(() => void this.renew().catch(() => undefined), RENEW_MS).unref();
  }

  /** @throws DomainError `input.invalid` when another restore of the drive runs, or ended so lately that it may */
  static async take({ peers }: Reached, drive: DriveId, run: string): Promise<RestoreClaim> {
    const body = { drive, run };
    const { claimed, wasBroken } = await ask(peers, catalogCalls.claimRestore, { body });
    if (claimed) return new RestoreClaim({ peers }, body, wasBroken);
    throw new DomainError('input.invalid', {
      message: 'This drive is being imported, or an import of it was killed: try again in five minutes.',
    });
  }

  /** The drive is whole, or nothing of it is left. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.say({ broken: false });
  }

  /** No one knows: the next restore looks. */
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
