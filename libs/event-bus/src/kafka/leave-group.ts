import type { Cluster } from 'kafkajs';

/** It extends the type that kafkajs declares. */
interface LeavableBroker {
  leaveGroup(request: { groupId: string; memberId: string }): Promise<unknown>;
}

const isLeavable = (broker: object): broker is LeavableBroker =>
  'leaveGroup' in broker && typeof broker.leaveGroup === 'function';

const hasType = (error: unknown): error is { type: unknown } =>
  typeof error === 'object' && error !== null && 'type' in error;

/**
 * Removes a member whose connection is gone; otherwise the group waits for its session to expire.
 * @throws errors of the connection; an unknown member is no error
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

/**
 * Ends all fetchers of a kafkajs consumer before its stop. kafkajs 2.2.4 recreates them when brokers change
 * (`consumer/fetchManager.js`); a stop at that moment, or during a join, leaves some spinning in microtasks,
 * so that the process doesn't even hear signals. Without brokers none are made. The cluster must belong to
 * that consumer alone.
 */
export function endReading(cluster: Cluster): void {
  cluster.getNodeIds = () => [];
}
