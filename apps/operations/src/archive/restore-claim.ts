import { DomainError, restoreClaimed, restoreList, type DriveId } from '@skyshelf/contracts';
import type { Installation } from '../installation.js';

type Reached = Pick<Installation, 'peers'>;

/** Drives that are being restored, or were until somebody killed it. */
export const claimsOf = async ({ peers }: Reached): Promise<{ drive: DriveId; underWay: boolean }[]> =>
  restoreList.parse(await peers.json('catalog', '/internal/restores')).restores;

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
    this.timer = setInterval(() => void this.say('renew').catch(() => undefined), RENEW_MS).unref();
  }

  /** @throws DomainError `input.invalid` when another restore of the drive runs, or ended so lately that it may */
  static async take({ peers }: Reached, drive: DriveId, run: string): Promise<RestoreClaim> {
    const body = { drive, run };
    const answer = await peers.json('catalog', '/internal/restores/claim', { method: 'POST', body });
    const { claimed, wasBroken } = restoreClaimed.parse(answer);
    if (claimed) return new RestoreClaim({ peers }, body, wasBroken);
    throw new DomainError('input.invalid', {
      message: 'This drive is being imported, or an import of it was killed: try again in five minutes.',
    });
  }

  /** The drive is whole, or nothing of it is left. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.say('end', { broken: false });
  }

  /** Nobody knows: the next restore looks. */
  async leave(): Promise<void> {
    clearInterval(this.timer);
    await this.say('end', { broken: true }).catch(() => undefined);
  }

  private async say(call: string, more: object = {}): Promise<void> {
    const body = { ...this.of, ...more };
    await this.reached.peers.json('catalog', `/internal/restores/${call}`, { method: 'POST', body });
  }
}
