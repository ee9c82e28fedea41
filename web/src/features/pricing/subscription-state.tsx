import { useInstallation } from '../../shared/installation/installation-api.js';
import { pricingTexts as text } from '../../shared/messages/pricing-texts.js';
import css from './pricing.module.css';
import { cancelAddress, stateOf, type Subscription } from './subscriptions.js';

export const SubscriptionState = ({ subscription }: { subscription: Subscription }) => {
  const payments = useInstallation()?.payments ?? null;
  return (
    <p className={css.state}>
      {stateOf(subscription)}{' '}
      {payments && subscription.state !== 'cancelled' && (
        <a
          href={cancelAddress(payments)}
          target="_blank"
          rel="noopener noreferrer"
          title={text.cancelHint[payments.provider]}
        >
          {text.cancelPlan}
        </a>
      )}
    </p>
  );
};
