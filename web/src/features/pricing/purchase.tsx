import { useEffect, useState } from 'react';
import { formatSize } from '../../shared/format/dates-and-sizes.js';
import { pricingTexts as text } from '../../shared/messages/pricing-texts.js';
import { Loading, Notice } from '../../shared/pages/notice.js';
import { useSession } from '../../shared/session/current-session.js';
import { endPurchase, hasBegunPurchase, isOfLastDay } from './begun-purchase.js';
import css from './pricing.module.css';
import { stateOf, useSubscriptionsQuery } from './subscriptions.js';

/** The provider's message may come after its customer. */
const POLL_MS = 3000;

/** Anyone can open this address: what was bought is asked of the server. */
export const PurchaseCompleted = () => {
  const token = useSession()?.accessToken ?? null;
  const [begun] = useState(() => hasBegunPurchase());
  const [confirmed, setConfirmed] = useState(false);
  const { currentData, isError } = useSubscriptionsQuery(token ?? '', {
    skip: token === null,
    refetchOnMountOrArgChange: true,
    pollingInterval: begun && !confirmed ? POLL_MS : 0,
  });
  const bought = currentData?.docs.find(
    ({ since, until, state }) => until !== null && state === 'active' && isOfLastDay(Date.parse(since)),
  );
  if (bought && !confirmed) setConfirmed(true);
  if (token !== null && !begun && !currentData && !isError) return <Loading />;
  if (!begun && !bought)
    return (
      <Notice title={text.nothingBought} text={text.nothingBoughtText} action={text.goHome} href="/">
        <a href="/pricing">{text.toPricing}</a>
      </Notice>
    );
  const said = bought ? text.payedPlan(bought.plan, formatSize(bought.quota)) : text.payedText;
  return (
    <Notice title={text.payed} text={said} action={text.goHome} href="/">
      {bought && <p className={css.state}>{stateOf(bought)}</p>}
    </Notice>
  );
};

export const PurchaseCancelled = () => {
  useEffect(() => endPurchase(), []);
  return <Notice title={text.cancelled} text={text.cancelledText} action={text.goHome} href="/" />;
};
