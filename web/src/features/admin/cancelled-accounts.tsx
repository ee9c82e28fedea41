import { Button } from '@mantine/core';
import { messages } from '@skyshelf/contracts/browser';
import { useEffect, useEffectEvent, useState } from 'react';
import { newKey } from '../../shared/api/call-input.js';
import { isApiError } from '../../shared/api/api-error.js';
import { DialogFrame } from '../../shared/dialogs/dialog-frame.js';
import { formatLongDay } from '../../shared/format/dates-and-sizes.js';
import { adminTexts as text } from '../../shared/messages/admin-texts.js';
import { Panel } from '../../shared/pages/page-frame.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import {
  AccountContent,
  type CancelledAccount,
  useDeleteCancelledMutation,
  useListCancelledMutation,
} from './account-content.js';
import css from './admin.module.css';

interface Listed {
  docs: readonly CancelledAccount[];
  next: string | null;
}

export const CancelledAccounts = () => {
  const [ask, { isLoading, isError }] = useListCancelledMutation();
  const [listed, setListed] = useState<Listed | null>(null);
  const [shown, setShown] = useState<CancelledAccount | null>(null);
  const [asked, setAsked] = useState<CancelledAccount | null>(null);
  const load = async (behind: Listed | null): Promise<void> => {
    const { data } = await ask(behind?.next ?? null);
    if (data) setListed({ docs: [...(behind?.docs ?? []), ...data.docs], next: data.next });
  };
  const begin = useEffectEvent(() => void load(null));
  useEffect(() => begin(), []);
  const ended = (): void => {
    setAsked(null);
    setShown(null);
    void load(null);
  };
  return (
    <Panel title={text.cancelled}>
      <p className={css.lead}>{text.cancelledLead}</p>
      {isError && (
        <div className={css.none}>
          <p>{text.unavailable}</p>
          <Button variant="quiet" onClick={() => void load(null)}>
            {text.tryAgain}
          </Button>
        </div>
      )}
      {listed?.docs.length === 0 && <p className={css.none}>{text.noCancellations}</p>}
      <ul className={css.cards}>
        {listed?.docs.map((account) => (
          <li key={account._id}>
            <Card account={account} show={() => setShown(account)} remove={() => setAsked(account)} />
          </li>
        ))}
      </ul>
      {listed?.next && (
        <Button variant="quiet" loading={isLoading} onClick={() => void load(listed)}>
          {text.more}
        </Button>
      )}
      {shown && <AccountContent key={shown._id} account={shown} clear={() => setShown(null)} />}
      {asked && <Confirm account={asked} close={() => setAsked(null)} ended={ended} />}
    </Panel>
  );
};

interface CardProps {
  account: CancelledAccount;
  show: () => void;
  remove: () => void;
}

const Card = ({ account: { user, sub, plan, purchaseDate, deleteAfter }, show, remove }: CardProps) => (
  <article className={css.card} aria-label={user}>
    <dl>
      <dt>{text.user}</dt>
      <dd>
        {user} <small>{sub}</small>
      </dd>
      <dt>{text.plan}</dt>
      <dd>{plan}</dd>
      <dt>{text.purchaseDate}</dt>
      <dd>{formatLongDay(purchaseDate)}</dd>
      <dt>{text.deleteAfter}</dt>
      <dd>{formatLongDay(deleteAfter)}</dd>
    </dl>
    <div className={css.buttons}>
      <Button variant="quiet" aria-label={text.showOf(user)} onClick={show}>
        {text.show}
      </Button>
      <Button variant="danger" aria-label={text.deleteOf(user)} onClick={remove}>
        {text.delete}
      </Button>
    </div>
  </article>
);

interface ConfirmProps {
  account: CancelledAccount;
  close: () => void;
  ended: () => void;
}

const Confirm = ({ account, close, ended }: ConfirmProps) => {
  const dispatch = useAppDispatch();
  const [remove, { isLoading }] = useDeleteCancelledMutation();
  const confirm = async (): Promise<void> => {
    const { error } = await remove({ accountId: account._id, key: newKey() });
    // A conflict says why: it is too early, or the account is subscribed again.
    if (isApiError(error) && error.status === 409) dispatch(toast.error(error.message));
    else dispatch(error ? toast.error(messages.someError) : toast.success(text.deleted));
    ended();
  };
  return (
    <DialogFrame title={text.cancelled} close={close} width={420} role="alertdialog">
      <p>{text.ask}</p>
      <p className={css.whose}>
        {account.user} <small>{account.sub}</small>
      </p>
      <div className={css.buttons}>
        <Button variant="quiet" onClick={close} data-autofocus>
          {text.no}
        </Button>
        <Button variant="danger" loading={isLoading} onClick={() => void confirm()}>
          {text.yes}
        </Button>
      </div>
    </DialogFrame>
  );
};
