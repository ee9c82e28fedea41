import { usageClass, type UsageClass } from '@skyshelf/contracts';
import { available, quotaOf, describeRoom } from '../../domain/drive-room.js';
import type { Account, Catalog } from '../catalog.js';

export type Usage = Record<UsageClass, number> & {
  available: number;
  totalSize: number;
  /** Lies in the trash and in histories. */
  kept: number;
  history: number;
  planSize: number;
  count: number;
  description: string;
};

/** Unit: bytes; free without reservations. */
export async function readUsage(catalog: Catalog, account: Account): Promise<Usage> {
  const state = await catalog.store.state(account.drive);
  const byKind = Object.fromEntries(
    usageClass.options.map((kind) => [kind, state.byKind[kind] ?? 0]),
  ) as Record<UsageClass, number>;
  return {
    available: available(state),
    totalSize: state.used,
    kept: state.kept,
    history: state.history,
    planSize: quotaOf(state),
    count: state.count,
    description: describeRoom(state),
    ...byKind,
  };
}
