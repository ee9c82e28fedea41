import type { EventBus } from '@skyshelf/event-bus';
import type { HealthCheck } from '@skyshelf/service';

/**
 * Whether this replica hears live changes. One that has just started and does not yet hear takes no requests: its pages would learn of changes late. One
 * that has waited in vain takes them, because without Kafka people go on working.
 */
export const liveCheck = ({ bus }: { bus: Pick<EventBus, 'liveState'> }): HealthCheck => ({
  name: 'gateway.live',
  once: true,
  check: async () => {
    const state = bus.liveState();
    if (state === 'joined') return { status: 'ok' };
    if (state === 'joining') return { status: 'failed', hint: 'It does not hear live changes yet.' };
    return { status: 'degraded', hint: 'Live changes wait until Kafka can be reached.' };
  },
});
