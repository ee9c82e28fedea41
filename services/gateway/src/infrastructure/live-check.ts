import type { EventBus } from '@skyshelf/event-bus';
import type { HealthCheck } from '@skyshelf/service';

/**
 * A new replica takes no requests until it hears live changes, or its pages would learn of them late. After a
 * vain wait it does: without Kafka people go on working.
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
