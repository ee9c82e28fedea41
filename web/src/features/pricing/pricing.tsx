import { Button } from '@mantine/core';
import { IconBrandPaypal } from '@tabler/icons-react';
import type { Answer } from '@skyshelf/contracts/browser';
import { useState } from 'react';
import { useInstallation } from '../../shared/installation/installation-api.js';
import { pricingTexts as text } from '../../shared/messages/pricing-texts.js';
import { Loading } from '../../shared/pages/loading.js';
import { Notice } from '../../shared/pages/notice.js';
import { PageFrame } from '../../shared/pages/page-frame.js';
import { ShelfPicture } from '../../shared/pages/shelf-picture.js';
import { useSession } from '../../shared/session/current-session.js';
import { LogInFirst } from './log-in-first.js';
import { PlanCard } from './plan-card.js';
import { Subscriptions } from './subscriptions.js';
import { usePlansQuery } from './plans-api.js';
import css from './pricing.module.css';

/** The plans side by side; asked for again when another account is signed in. */
const Pricing = () => {
  const token = useSession()?.accessToken ?? null;
  const { currentData, isError, refetch } = usePlansQuery(token, { refetchOnMountOrArgChange: true });
  return (
    <PageFrame title={text.title} lead={text.lead}>
      {token !== null && <Subscriptions token={token} />}
      {currentData && currentData.length > 0 ? (
        <Plans plans={currentData} signedIn={token !== null} />
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

const Plans = ({ plans, signedIn }: { plans: Answer<'listPlans'>; signedIn: boolean }) => {
  const [asked, setAsked] = useState(false);
  const payments = useInstallation()?.payments ?? null;
  const isPaypal = payments?.provider === 'paypal';
  return (
    <>
      <div className={css.plans}>
        {plans.map((plan) => (
          <PlanCard key={plan.name} plan={plan} signedIn={signedIn} onLogInFirst={() => setAsked(true)} />
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

export const Purchase = ({ completed }: { completed: boolean }) => (
  <Notice
    title={completed ? text.payed : text.cancelled}
    text={completed ? text.payedText : text.cancelledText}
    action={text.goHome}
    href="/"
  />
);
