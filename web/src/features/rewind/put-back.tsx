import { Button, Loader } from '@mantine/core';
import { messages } from '@skyshelf/contracts/browser';
import { useEffect, useEffectEvent, useState } from 'react';
import { isApiError } from '../../shared/api/api-error.js';
import { DialogFrame } from '../../shared/dialogs/dialog-frame.js';
import { rewindTexts as text } from '../../shared/messages/rewind-texts.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { remember } from '../undo/public.js';
import {
  type Plan,
  processEnded,
  usePlanRewindMutation,
  useRewindFolderMutation,
  type When,
} from './rewind-api.js';
import css from './rewind.module.css';

interface PutBackProps {
  folder: string;
  when: When;
  close: () => void;
  done: () => void;
}

const kinds = Object.keys(text.plan) as (keyof typeof text.plan)[];
const wordsFor = (error: unknown): string => (isApiError(error) ? error.message : messages.someError);

export const PutBack = ({ folder, when, close, done }: PutBackProps) => {
  const dispatch = useAppDispatch();
  const [ask] = usePlanRewindMutation();
  const [rewind, { isLoading }] = useRewindFolderMutation();
  const [plan, setPlan] = useState<Plan | null>(null);
  const compare = useEffectEvent(async () => {
    const { data, error } = await ask({ folder, when });
    if (data) return setPlan(data.plan);
    dispatch(toast.error(wordsFor(error)));
    close();
  });
  useEffect(() => void compare(), []);
  const confirm = async (): Promise<void> => {
    const { data, error } = await rewind({ folder, ...when });
    close();
    if (!data) return void dispatch(toast.error(wordsFor(error)));
    const undo = dispatch(remember([data.operation]));
    const { process } = data.docs;
    if (process === null) dispatch(toast.success(text.done, undo));
    else {
      dispatch(toast.info(text.goesOn));
      void processEnded(process).then((isDone) => isDone && dispatch(toast.success(text.done, undo)));
    }
    done();
  };
  const isNone = plan !== null && kinds.every((kind) => plan[kind] === 0);
  return (
    <DialogFrame title={folder === 'root' ? text.putAllBack : text.putBack} close={close} width={460}>
      {plan ? (
        <PlanWords plan={plan} isNone={isNone} />
      ) : (
        <Loader size="sm" role="status" aria-label={text.planning} />
      )}
      <div className={css.answers}>
        <Button variant="quiet" onClick={close} data-autofocus>
          {text.cancel}
        </Button>
        <Button disabled={plan === null || isNone} loading={isLoading} onClick={() => void confirm()}>
          {text.confirm}
        </Button>
      </div>
    </DialogFrame>
  );
};

const PlanWords = ({ plan, isNone }: { plan: Plan; isNone: boolean }) => (
  <div className={css.plan} role="status">
    {isNone ? (
      <p>{text.nothing}</p>
    ) : (
      <>
        <p>{text.planned}</p>
        <ul>{kinds.map((kind) => plan[kind] > 0 && <li key={kind}>{text.plan[kind](plan[kind])}</li>)}</ul>
      </>
    )}
    {plan.gone > 0 && <p className={css.soft}>{text.cannot(plan.gone)}</p>}
    {plan.lost > 0 && <p className={css.soft}>{text.stays(plan.lost)}</p>}
    {!isNone && <p className={css.soft}>{text.undoable}</p>}
  </div>
);
