import { createHash } from 'node:crypto';
import { elementId, type DriveId, type OpenShare } from '@skyshelf/contracts';

/** The links of a small catalog. What is in no list is unknown, ended, paused or expired. */
export class SmallShares {
  readonly open = new Map<string, OpenShare>();
  readonly counts = { opened: 0, downloads: 0 };
  readonly saved: unknown[] = [];
  sent = 0;
  readonly #ids = new Map<string, string>();

  add(drive: DriveId, token: string, rest: Partial<OpenShare> = {}): OpenShare {
    const share: OpenShare = {
      id: `link-${token.slice(0, 8)}`,
      drive,
      roots: [elementId.parse('album')],
      title: 'Lisbon & <more>',
      note: '',
      expires: null,
      download: true,
      downloadLimit: null,
      generation: 0,
      password: null,
      ...rest,
    };
    this.#ids.set(createHash('sha256').update(token).digest('base64url'), share.id);
    this.open.set(share.id, share);
    return share;
  }

  find(hash: string): OpenShare | null {
    return this.open.get(this.#ids.get(hash) ?? '') ?? null;
  }

  watch(id: string, sent: number): { share: OpenShare | null; sentToday: number } {
    this.sent += sent;
    return { share: this.open.get(id) ?? null, sentToday: this.sent };
  }

  count(asked: { what: 'opened' | 'downloads'; limit: number | null; back?: true }): boolean {
    const { what, limit, back } = asked;
    if (!back && limit !== null && this.counts[what] >= limit) return false;
    this.counts[what] += back ? -1 : 1;
    return true;
  }
}
