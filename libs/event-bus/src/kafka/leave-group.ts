import type { Cluster } from 'kafkajs';

/** What the broker of kafkajs can do beyond its declared type. */
interface LeavableBroker {
  leaveGroup(request: { groupId: string; memberId: string }): Promise<unknown>;
}

const isLeavable = (broker: object): broker is LeavableBroker =>
  'leaveGroup' in broker && typeof broker.leaveGroup === 'function';

const hasType = (error: unknown): error is { type: unknown } =>
  typeof error === 'object' && error !== null && 'type' in error;

/**
 * Takes a member out of its group whose connection is gone. Otherwise the group waits for it until its session runs out before anybody gets partitions.
 * @throws errors of the connection; that the group does not know the member is no error
 */
export async function leaveGroup(cluster: Cluster, groupId: string, memberId: string): Promise<void> {
  const coordinator = await cluster.findGroupCoordinator({ groupId });
  if (!isLeavable(coordinator)) return;
  try {
    await coordinator.leaveGroup({ groupId, memberId });
  } catch (error) {
    if (!(hasType(error) && error.type === 'UNKNOWN_MEMBER_ID')) throw error;
  }
}
