import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { SwitchRow } from '../../shared/controls/switch-row.js';
import { linksTexts as text } from '../../shared/messages/links-texts.js';
import type { ShareView } from './links-api.js';
import css from './links.module.css';

/** null takes a limit away, undefined leaves it. */
export interface LinkOptions {
  title: string;
  note: string;
  expires: string | null;
  password?: string | null;
  download: boolean;
  downloadLimit: number | null;
}

const dayOf = (iso: string): string => {
  const date = new Date(iso);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** A link is open to the end of its last day, where the person is. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

interface Fields {
  title: string;
  note: string;
  password: string;
  takesPassword: boolean;
  /** The last day, or empty. */
  day: string;
  download: boolean;
  limit: string;
}

const fieldsOf = (link: ShareView | null): Fields => ({
  title: link?.title ?? '',
  note: link?.note ?? '',
  password: '',
  takesPassword: false,
  day: link?.expires ? dayOf(link.expires) : '',
  download: link?.download ?? true,
  limit: link?.downloadLimit ? String(link.downloadLimit) : '',
});

const optionsOf = ({ title, note, password, takesPassword, day, download, limit }: Fields): LinkOptions => ({
  title: title.trim(),
  note: note.trim(),
  expires: day === '' ? null : endOf(day),
  ...(password !== '' ? { password } : takesPassword && { password: null }),
  download,
  downloadLimit: limit === '' ? null : Number(limit),
});

interface LinkFormProps {
  /** null makes a new one. */
  link: ShareView | null;
  isSaving: boolean;
  refusal: string | null;
  close: () => void;
  submit: (options: LinkOptions) => void;
}

export const LinkForm = ({ link, isSaving, refusal, close, submit }: LinkFormProps) => {
  const [fields, setFields] = useState(() => fieldsOf(link));
  const change = (changed: Partial<Fields>): void => setFields({ ...fields, ...changed });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    submit(optionsOf(fields));
  };
  return (
    <form className={css.form} onSubmit={send}>
      <TextInput
        label={text.name}
        description={text.nameHint}
        value={fields.title}
        maxLength={255}
        data-autofocus
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <Textarea
        label={text.note}
        value={fields.note}
        rows={2}
        maxLength={2000}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      <Limits fields={fields} change={change} hasPassword={link?.password ?? false} isSaving={isSaving} />
      <p role="alert" className={css.refusal}>
        {refusal}
      </p>
      <div className={css.answers}>
        <Button variant="quiet" onClick={close}>
          {text.cancel}
        </Button>
        <Button type="submit" loading={isSaving}>
          {link ? text.save : text.create}
        </Button>
      </div>
    </form>
  );
};

interface LimitsProps {
  fields: Fields;
  change: (changed: Partial<Fields>) => void;
  hasPassword: boolean;
  isSaving: boolean;
}

const Limits = ({ fields, change, hasPassword, isSaving }: LimitsProps) => (
  <>
    <TextInput
      type="password"
      label={text.password}
      description={hasPassword ? text.passwordKept : text.passwordHint}
      value={fields.password}
      autoComplete="new-password"
      maxLength={200}
      disabled={fields.takesPassword}
      onChange={({ currentTarget }) => change({ password: currentTarget.value })}
    />
    {hasPassword && (
      <SwitchRow
        label={text.takePassword}
        on={fields.takesPassword}
        disabled={isSaving}
        onChange={async (takesPassword) => change({ takesPassword })}
      />
    )}
    <TextInput
      type="date"
      label={text.expires}
      description={text.expiresHint}
      value={fields.day}
      min={dayOf(new Date().toISOString())}
      onChange={({ currentTarget }) => change({ day: currentTarget.value })}
    />
    <SwitchRow
      label={text.download}
      on={fields.download}
      disabled={isSaving}
      onChange={async (download) => change({ download })}
    />
    {fields.download && (
      <TextInput
        type="number"
        label={text.limit}
        description={text.limitHint}
        value={fields.limit}
        min={1}
        max={1_000_000}
        onChange={({ currentTarget }) => change({ limit: currentTarget.value })}
      />
    )}
  </>
);
