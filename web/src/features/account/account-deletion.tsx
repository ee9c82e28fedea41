import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { isApiError } from '../../shared/api/api-error.js';
import { useFocusReturn } from '../../shared/dom/use-focus-return.js';
import { formatMoment } from '../../shared/format/dates-and-sizes.js';
import { useInstallation } from '../../shared/installation/installation-api.js';
import { deletionTexts as text } from '../../shared/messages/deletion-texts.js';
import { Panel } from '../../shared/pages/page-frame.js';
import { endSession, rememberTarget } from '../../shared/session/current-session.js';
import { useAppStore } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { api, queryFnOf } from '../../shared/api/api.js';
import css from './panels.module.css';

type Step = { at: 'rest' | 'asked' | 'stale' } | { at: 'done'; deleteAfter: string };

/** The server accepts it only soon after a log-in. */
export const AccountDeletion = () => {
  const hours = useInstallation()?.accountDeleteHours;
  const [step, setStep] = useState<Step>({ at: 'rest' });
  const rest = (): void => setStep({ at: 'rest' });
  return (
    <Panel title={text.title}>
      {step.at === 'done' ? (
        <Done deleteAfter={step.deleteAfter} />
      ) : (
        <>
          <p className={css.lead}>
            {text.lead} {hours !== undefined && text.after(hours)}
          </p>
          <p className={css.small}>{text.messages}</p>
          {step.at === 'rest' && (
            <Button variant="danger" onClick={() => setStep({ at: 'asked' })}>
              {text.begin}
            </Button>
          )}
          {step.at === 'asked' && <Ask close={rest} next={setStep} />}
          {step.at === 'stale' && <LogInAgain close={rest} />}
        </>
      )}
    </Panel>
  );
};

const Ask = ({ close, next }: { close: () => void; next: (step: Step) => void }) => {
  useFocusReturn();
  const store = useAppStore();
  const [closeAccount, { isLoading }] = useCloseAccountMutation();
  const confirm = async (): Promise<void> => {
    const { data, error } = await closeAccount();
    if (data) {
      const { uploadEngineOf } = await import('../uploads/public.js');
      await uploadEngineOf(store).empty();
      endSession();
      next({ at: 'done', deleteAfter: data.deleteAfter });
    } else if (isApiError(error) && error.code === 'sign-in.stale') next({ at: 'stale' });
    else if (isApiError(error)) store.dispatch(toast.error(error.message));
  };
  return (
    <div className={css.ask} role="group" aria-label={text.title}>
      <IconAlertTriangle size={22} aria-hidden />
      <p>{text.ask}</p>
      <div className={css.buttons}>
        <Button variant="quiet" autoFocus onClick={close}>
          {text.no}
        </Button>
        <Button variant="danger" loading={isLoading} onClick={() => void confirm()}>
          {text.yes}
        </Button>
      </div>
    </div>
  );
};

const LogInAgain = ({ close }: { close: () => void }) => (
  <div className={css.ask} role="group" aria-label={text.staleTitle}>
    <IconAlertTriangle size={22} aria-hidden />
    <p>
      <strong>{text.staleTitle}.</strong> {text.stale}
    </p>
    <div className={css.buttons}>
      <Button variant="quiet" onClick={close}>
        {text.no}
      </Button>
      <Button component="a" href="/relogin" autoFocus onClick={() => rememberTarget('/account')}>
        {text.logInAgain}
      </Button>
    </div>
  </div>
);

const Done = ({ deleteAfter }: { deleteAfter: string }) => (
  <div role="status">
    <p className={css.lead}>
      <strong>{text.doneTitle}.</strong> {text.done(formatMoment(deleteAfter))}
    </p>
    <Button component="a" href="/" autoFocus>
      {text.leave}
    </Button>
  </div>
);

const deletionApi = api.injectEndpoints({
  endpoints: (build) => ({
    closeAccount: build.mutation({ queryFn: queryFnOf('closeAccount', (_: void) => ({ body: {} })) }),
  }),
});
const { useCloseAccountMutation } = deletionApi;
