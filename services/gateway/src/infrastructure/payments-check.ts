import { paymentPlace, type HealthCheck } from '@skyshelf/service';
import type { GatewayConfig } from '../gateway.config.js';

export function paymentsCheck(config: GatewayConfig): HealthCheck {
  const place = paymentPlace(config);
  return {
    name: 'payments',
    isPublic: true,
    check: async () => {
      if (!place) return { status: 'off', hint: OFF_HINT };
      return place.provider === 'local' ? { status: 'ok', hint: LOCAL_HINT } : { status: 'ok' };
    },
  };
}

const OFF_HINT = 'Plans can not be bought: set PAYMENT_RECEIVER, see docs/outside-parties.md.';
const LOCAL_HINT =
  'Payments go to a stand-in on this machine, and no money moves. Set PAYMENT_RECEIVER for PayPal.';
