import type { Answer } from '@skyshelf/contracts/browser';
import { formatLongDay } from '../../shared/format/dates.js';
import { formatSize } from '../../shared/format/size.js';
import { pricingTexts as text } from '../../shared/messages/pricing-texts.js';
import { Panel } from '../../shared/pages/page-frame.js';
import { useSubscriptionsQuery } from './plans-api.js';
import css from './pricing.module.css';

type Subscription = Answer<'listSubscriptions'>['docs'][number];

export const Subscriptions = ({ token }: { token: string }) => {
  const { currentData } = useSubscriptionsQuery(token, { refetchOnMountOrArgChange: true });
  if (!currentData || currentData.docs.length === 0) return null;
  return (
    <Panel title={text.yours}>
      <ul className={css.subscriptions}>
        {currentData.docs.map((subscription) => (
          <li key={subscription.id}>
            <strong>{subscription.plan}</strong>
            <span>{formatSize(subscription.quota)}</span>
            <small>
              {text.since(formatLongDay(subscription.since))} {stateOf(subscription)}
            </small>
            {subscription.redundant && (
              <small className={css.redundant}>{text.redundant(subscription.plan)}</small>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
};

function stateOf({ state, until }: Subscription): string {
  if (until === null) return text.waits;
  const day = formatLongDay(until);
  if (state === 'failing') return text.failing(day);
  return state === 'cancelled' ? text.endsAt(day) : text.renews;
}
