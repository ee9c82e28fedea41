import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Answer } from '@skyshelf/contracts/browser';
import type { ReactNode } from 'react';
import { formatSize } from '../../shared/format/dates-and-sizes.js';
import { pricingTexts as text } from '../../shared/messages/pricing-texts.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { beginPurchase } from './begun-purchase.js';
import css from './pricing.module.css';
import { SubscriptionState } from './subscription-state.js';
import type { Subscription } from './subscriptions.js';

type Plan = Answer<'listPlans'>[number];
type Subscribe = NonNullable<Plan['subscribe']>;

interface PlanCardProps {
  plan: Plan;
  signedIn: boolean;
  subscription: Subscription | undefined;
  onLogInFirst: () => void;
}

/** The plan that no one subscribes to. */
const FREE = 'Free';

const hasButton = ({ name, price, current }: Plan, signedIn: boolean): boolean =>
  name !== FREE && !current && (signedIn || price > 0);

export const PlanCard = ({ plan, signedIn, subscription, onLogInFirst }: PlanCardProps) => {
  const { name, description, price, currencySymbol, quota, badge, disabled, current } = plan;
  const off = signedIn && disabled && !current;
  return (
    <article className={css.plan} data-badge={badge !== null} data-off={off} aria-label={name}>
      {badge && <span className={css.badge}>{badge}</span>}
      <h2 className="title">{name}</h2>
      <p className={css.price}>
        <strong>
          {currencySymbol}
          {price}
        </strong>{' '}
        {text.monthly}
      </p>
      <p className={css.room}>{text.room(formatSize(quota))}</p>
      <p className={css.description}>{description}</p>
      {current && (
        <div className={css.current}>
          <strong>
            <IconCheck size={18} stroke={2.4} aria-hidden />
            {text.current}
          </strong>
          {subscription && <SubscriptionState subscription={subscription} />}
        </div>
      )}
      {hasButton(plan, signedIn) && <PlanButton {...{ plan, signedIn, off, onLogInFirst }} />}
    </article>
  );
};

interface PlanButtonProps extends Omit<PlanCardProps, 'subscription'> {
  off: boolean;
}

const PlanButton = ({ plan, signedIn, off, onLogInFirst }: PlanButtonProps) => {
  const dispatch = useAppDispatch();
  const { badge, upgrade, subscribe, buttonId } = plan;
  const onSubscribe = (): void => {
    if (signedIn) dispatch(toast.info(text.notSetUp));
    else onLogInFirst();
  };
  const label = upgrade ? text.upgrade : text.subscribe;
  const look = { size: 'md', fullWidth: true, variant: badge ? 'filled' : 'quiet' };
  if (signedIn && subscribe && !off)
    return (
      <SubscribeForm subscribe={subscribe}>
        <Button type="submit" {...look}>
          {label}
        </Button>
      </SubscribeForm>
    );
  const why = buttonId === null ? text.notSetUp : text.smaller;
  return (
    <Button disabled={off} title={off ? why : undefined} onClick={onSubscribe} {...look}>
      {label}
    </Button>
  );
};

/** The server has filled it in: the provider reads price and plan there. */
const SubscribeForm = ({ subscribe, children }: { subscribe: Subscribe; children: ReactNode }) => {
  const { action, ...fields } = subscribe;
  return (
    <form method="post" action={action} className={css.subscribe} onSubmit={() => beginPurchase()}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
};
