import { Button } from '@mantine/core';
import type { Answer } from '@skyshelf/contracts/browser';
import { formatSize } from '../../shared/format/size.js';
import { pricingTexts as text } from '../../shared/messages/pricing-texts.js';
import { useAppDispatch } from '../../shared/store/hooks.js';
import { toast } from '../../shared/toasts/toast.js';
import css from './pricing.module.css';

type Plan = Answer<'listPlans'>[number];

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
  const { name, description, price, currencySymbol, quota, badge, upgrade, disabled } = plan;
  const off = signedIn && disabled;
  const onSubscribe = (): void => {
    if (signedIn) dispatch(toast.info(text.notSetUp));
    else onLogInFirst();
  };
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
      {hasButton(plan, signedIn) && (
        <Button size="md" fullWidth variant={badge ? 'filled' : 'quiet'} disabled={off} onClick={onSubscribe}>
          {upgrade ? text.upgrade : text.subscribe}
        </Button>
      )}
    </article>
  );
};
