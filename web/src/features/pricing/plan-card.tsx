import { Button } from '@mantine/core';
import type { Answer } from '@skyshelf/contracts/browser';
import type { ReactNode } from 'react';
import { formatSize } from '../../shared/format/dates-and-sizes.js';
import { pricingTexts as text } from '../../shared/messages/pricing-texts.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import css from './pricing.module.css';

type Plan = Answer<'listPlans'>[number];
type Subscribe = NonNullable<Plan['subscribe']>;

interface PlanCardProps {
  plan: Plan;
  signedIn: boolean;
  onLogInFirst: () => void;
}

/** The plan that no one subscribes to. */
const FREE = 'Free';

const hasButton = ({ name, price }: Plan, signedIn: boolean): boolean =>
  name !== FREE && (signedIn || price > 0);

export const PlanCard = ({ plan, signedIn, onLogInFirst }: PlanCardProps) => {
  const dispatch = useAppDispatch();
  const { name, description, price, currencySymbol, quota, badge, upgrade, disabled, subscribe } = plan;
  const off = signedIn && disabled;
  const onSubscribe = (): void => {
    if (signedIn) dispatch(toast.info(text.notSetUp));
    else onLogInFirst();
  };
  const label = upgrade ? text.upgrade : text.subscribe;
  const look = { size: 'md', fullWidth: true, variant: badge ? 'filled' : 'quiet' };
  return (
    <article className={css.plan} data-badge={badge !== null} data-off={off} aria-label={name}>
      {badge && <span className={css.badge}>{badge}</span>}
      <h2>{name}</h2>
      <p className={css.price}>
        <strong>
          {currencySymbol}
          {price}
        </strong>{' '}
        {text.monthly}
      </p>
      <p className={css.room}>{text.room(formatSize(quota))}</p>
      <p className={css.description}>{description}</p>
      {hasButton(plan, signedIn) &&
        (signedIn && subscribe && !off ? (
          <SubscribeForm subscribe={subscribe}>
            <Button type="submit" {...look}>
              {label}
            </Button>
          </SubscribeForm>
        ) : (
          <Button disabled={off} onClick={onSubscribe} {...look}>
            {label}
          </Button>
        ))}
    </article>
  );
};

/** The server has filled it in: the provider reads price and plan there. */
const SubscribeForm = ({ subscribe, children }: { subscribe: Subscribe; children: ReactNode }) => {
  const { action, ...fields } = subscribe;
  return (
    <form method="post" action={action} className={css.subscribe}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
};
