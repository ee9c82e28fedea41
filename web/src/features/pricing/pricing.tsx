import { Button } from '@mantine/core';
import { IconBrandPaypal } from '@tabler/icons-react';
import type { Answer } from '@skyshelf/contracts/browser';
import { useId, useState } from 'react';
import { useInstallation } from '../../shared/installation/installation-api.js';
import { pricingTexts as text } from '../../shared/messages/pricing-texts.js';
import { Loading, ShelfPicture } from '../../shared/pages/notice.js';
import { PageFrame, Panel } from '../../shared/pages/page-frame.js';
import { useSession } from '../../shared/session/current-session.js';
import { PlanCard } from './plan-card.js';
import { formatLongDay, formatSize } from '../../shared/format/dates-and-sizes.js';
import css from './pricing.module.css';
import { SubscriptionState } from './subscription-state.js';
import { type Subscription, usePlansQuery, useSubscriptionsQuery } from './subscriptions.js';

const Pricing = () => {
  const token = useSession()?.accessToken ?? null;
  const { currentData, isError, refetch } = usePlansQuery(token, { refetchOnMountOrArgChange: true });
  const { currentData: subscribed } = useSubscriptionsQuery(token ?? '', {
    skip: token === null,
    refetchOnMountOrArgChange: true,
  });
  const subscriptions = token === null ? [] : (subscribed?.docs ?? []);
  const own = subscriptions.find(
    ({ counts, plan }) => counts && currentData?.some(({ name, current }) => current && name === plan),
  );
  return (
    <PageFrame title={text.title} lead={text.lead}>
      {currentData && subscriptions.some((each) => each !== own) && <Subscriptions all={subscriptions} />}
      {currentData && currentData.length > 0 ? (
        <Plans plans={currentData} signedIn={token !== null} own={own} />
      ) : currentData || isError ? (
        <div className={css.none}>
          <ShelfPicture />
          <p>{text.notAvailable}</p>
          <Button variant="quiet" onClick={() => void refetch()}>
            {text.tryAgain}
          </Button>
        </div>
      ) : (
        <Loading />
      )}
    </PageFrame>
  );
};

interface PlansProps {
  plans: Answer<'listPlans'>;
  signedIn: boolean;
  own: Subscription | undefined;
}

const Plans = ({ plans, signedIn, own }: PlansProps) => {
  const [asked, setAsked] = useState(false);
  const payments = useInstallation()?.payments ?? null;
  const isPaypal = payments?.provider === 'paypal';
  return (
    <>
      <div className={css.plans}>
        {plans.map((plan) => (
          <PlanCard
            key={plan.name}
            plan={plan}
            signedIn={signedIn}
            subscription={plan.current ? own : undefined}
            onLogInFirst={() => setAsked(true)}
          />
        ))}
      </div>
      {isPaypal ? <AcceptanceMark /> : <p className={css.note}>{payments ? text.standIn : text.notSetUp}</p>}
      {asked && <LogInFirst close={() => setAsked(false)} />}
    </>
  );
};

const MARK_WINDOW = 'popup,noopener,noreferrer,width=1060,height=700';

const AcceptanceMark = () => (
  <button
    type="button"
    className={css.mark}
    title={text.acceptedHint}
    onClick={() => window.open('https://www.paypal.com/webapps/mpp/paypal-popup', '_blank', MARK_WINDOW)}
  >
    <IconBrandPaypal size={24} stroke={1.6} aria-hidden />
    {text.accepted}
  </button>
);

export default Pricing;

/** A stable function, so that it opens once. Closing gives the focus back. */
const opened = (dialog: HTMLDialogElement | null) => {
  dialog?.showModal();
  return () => dialog?.close();
};

const LogInFirst = ({ close }: { close: () => void }) => {
  const title = useId();
  return (
    <dialog
      ref={opened}
      className={css.dialog}
      aria-labelledby={title}
      onClose={close}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <div className={css.sheet}>
        <h2 id={title} className="title">
          {text.logInFirst}
        </h2>
        <p>{text.logInFirstText}</p>
        <div className={css.buttons}>
          <Button variant="quiet" onClick={close}>
            {text.cancel}
          </Button>
          <Button component="a" href="/loginpricing" autoFocus>
            {text.logIn}
          </Button>
        </div>
      </div>
    </dialog>
  );
};

const Subscriptions = ({ all }: { all: readonly Subscription[] }) => (
  <Panel title={text.yours}>
    <ul className={css.subscriptions}>
      {all.map((subscription) => (
        <li key={subscription.id}>
          <strong>{subscription.plan}</strong>
          <span>{formatSize(subscription.quota)}</span>
          <small>{text.since(formatLongDay(subscription.since))}</small>
          <SubscriptionState subscription={subscription} />
          {subscription.redundant && (
            <small className={css.redundant}>{text.redundant(subscription.plan)}</small>
          )}
        </li>
      ))}
    </ul>
  </Panel>
);
