import { Button, Textarea, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { SwitchRow } from '../../shared/controls/switch-row.js';
import { linksTexts as text } from '../../shared/messages/links-texts.js';
import type { ShareView } from './links-api.js';
import css from './links.module.css';

/** null takes a limit away, undefined leaves it. */
export interface CommonOptions {
  title: string;
  note: string;
  expires: string | null;
  password?: string | null;
}

const dayOf = (iso: string): string => {
  const date = new Date(iso);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** A link is open to the end of its last day, where the person is. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

/** Fields that every link has. */
export interface CommonFields {
  title: string;
  note: string;
  password: string;
  takesPassword: boolean;
  /** The last day, or empty. */
  day: string;
}

export const commonFieldsOf = (link: ShareView | null, title = ''): CommonFields => ({
  title: link?.title ?? title,
  note: link?.note ?? '',
  password: '',
  takesPassword: false,
  day: link?.expires ? dayOf(link.expires) : '',
});

export const commonOptionsOf = (fields: CommonFields): CommonOptions => {
  const { title, note, password, takesPassword, day } = fields;
  return {
    title: title.trim(),
    note: note.trim(),
    expires: day === '' ? null : endOf(day),
    ...(password !== '' ? { password } : takesPassword && { password: null }),
  };
};

export interface LinkFormProps<Options> {
  /** null makes a new one. */
  link: ShareView | null;
  isSaving: boolean;
  refusal: string | null;
  close: () => void;
  submit: (options: Options) => void;
}

interface LinkFormFrameProps extends Omit<LinkFormProps<never>, 'submit'> {
  fields: CommonFields;
  change: (changed: Partial<CommonFields>) => void;
  titleHint: string;
  send: () => void;
  /** The fields of this kind of link. */
  children: ReactNode;
}

/** The form of a link, with the fields that all links have. */
export const LinkFormFrame = (props: LinkFormFrameProps) => {
  const { link, isSaving, refusal, close, fields, change, titleHint, send, children } = props;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <TextInput
        label={text.name}
        description={titleHint}
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
      <Ends fields={fields} change={change} hasPassword={link?.password ?? false} isSaving={isSaving} />
      {children}
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

interface EndsProps extends Pick<LinkFormFrameProps, 'fields' | 'change' | 'isSaving'> {
  hasPassword: boolean;
}

const Ends = ({ fields, change, hasPassword, isSaving }: EndsProps) => (
  <>
    <div className={css.pair}>
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
      <TextInput
        type="date"
        label={text.expires}
        description={text.expiresHint}
        value={fields.day}
        min={dayOf(new Date().toISOString())}
        onChange={({ currentTarget }) => change({ day: currentTarget.value })}
      />
    </div>
    {hasPassword && (
      <SwitchRow
        label={text.takePassword}
        on={fields.takesPassword}
        disabled={isSaving}
        onChange={async (takesPassword) => change({ takesPassword })}
      />
    )}
  </>
);
