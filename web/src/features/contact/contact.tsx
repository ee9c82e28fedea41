// First, so that our own styles come after.
import '@mantine/core/styles/Input.css';
import { Button, Textarea, TextInput } from '@mantine/core';
import { isMailAddress } from '@skyshelf/contracts/rules';
import { type FormEvent, useState } from 'react';
import type { Answer } from '@skyshelf/contracts/browser';
import { useMailWayQuery } from '../../shared/installation/installation-api.js';
import { contactTexts as text } from '../../shared/messages/contact-texts.js';
import { PageFrame, Panel } from '../../shared/pages/page-frame.js';
import { logError } from '../../shared/log-error.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import css from './contact.module.css';
import { callApi } from '../../shared/api/call-api.js';

const empty: WrittenMessage = { name: '', email: '', message: '' };

const errorsOf = ({ name, email }: WrittenMessage) => ({
  name: name.trim() === '' ? text.required : null,
  email: email.trim() === '' ? text.required : isMailAddress(email.trim()) ? null : text.invalidEmail,
});

const Contact = () => {
  const { data } = useMailWayQuery();
  const note = data && text.mail[data.mail];
  return (
    <PageFrame title={text.title} lead={text.lead} narrow>
      <Panel title={text.write}>
        {note && <p className={css.note}>{note}</p>}
        <ContactForm />
      </Panel>
    </PageFrame>
  );
};

const ContactForm = () => {
  const dispatch = useAppDispatch();
  const [written, setWritten] = useState(empty);
  const [checked, setChecked] = useState(false);
  const [sending, setSending] = useState(false);
  const errors = errorsOf(written);
  const fieldOf = (field: keyof WrittenMessage) => ({
    label: text[field],
    value: written[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setWritten({ ...written, [field]: currentTarget.value }),
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    if (sending || errors.name !== null || errors.email !== null) return;
    setSending(true);
    try {
      await sendMessage({ ...written, email: written.email.trim() });
      dispatch(toast.success(text.sent));
      setWritten(empty);
      setChecked(false);
    } catch (failure) {
      logError('A message was not sent', failure);
      dispatch(toast.error(text.notSent));
    } finally {
      setSending(false);
    }
  };
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput {...fieldOf('name')} maxLength={100} autoComplete="name" error={checked && errors.name} />
      <TextInput
        {...fieldOf('email')}
        type="email"
        maxLength={254}
        autoComplete="email"
        error={checked && errors.email}
      />
      <Textarea {...fieldOf('message')} autosize minRows={1} maxRows={4} maxLength={5000} />
      <Button type="submit" loading={sending}>
        {text.send}
      </Button>
    </form>
  );
};

export default Contact;

interface WrittenMessage {
  name: string;
  email: string;
  message: string;
}

/**
 * Sent once: a solution is good for one.
 * @throws {Error} when it was not sent, or no answer came
 */
export async function sendMessage(written: WrittenMessage): Promise<void> {
  const { challenge } = await callApi('newCaptcha', {});
  const captcha = await solveCaptcha(challenge);
  await callApi('sendMail', { body: { obj: { ...written, captcha } } }, { tries: 1 });
}

type Challenge = Answer<'newCaptcha'>['challenge'];

const TIMEOUT_MS = 60_000;

const isSolution = (answer: unknown): answer is object =>
  typeof answer === 'object' && answer !== null && 'derivedKey' in answer;

/** @throws {Error} when this browser can't solve it */
async function solveCaptcha(challenge: Challenge): Promise<string> {
  const worker = new Worker(new URL('./captcha.worker.ts', import.meta.url), { type: 'module' });
  try {
    const solution = await new Promise<unknown>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data));
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      const work = { type: 'work', challenge, counterStart: 0, counterStep: 1, timeout: TIMEOUT_MS };
      worker.postMessage(work, []);
    });
    if (!isSolution(solution)) throw new Error('The challenge could not be solved.');
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    worker.terminate();
  }
}
