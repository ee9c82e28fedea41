import { Button, TextInput } from '@mantine/core';
import { limits } from '@skyshelf/contracts/browser';
import { useRef, useState, type ReactNode } from 'react';
import { text } from '../../../shared/messages/en.js';
import { DialogFrame } from './dialog-frame.js';
import css from './dialogs.module.css';
import { DriveBusy } from './drive-busy.js';
import { TagsField } from './tags-field.js';
import type { FieldErrors, FormFields, Submitted } from './use-element-form.js';

interface ElementFormProps {
  title: string;
  nameLabel: string;
  submitLabel: string;
  initial: FormFields;
  /** Shown after the name: the extension of a file. */
  nameSuffix?: string;
  /** `editable` for a new link, `locked` for one that is edited, absent where there is no address. */
  url?: 'editable' | 'locked';
  close: () => void;
  /** Sends it. Answers what is wrong, or `done`. */
  submit: (fields: FormFields) => Promise<Submitted>;
}

interface FieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const NameField = ({
  label,
  suffix = '',
  value,
  error,
  onChange,
}: FieldProps & { label: string; suffix?: string }) => (
  <TextInput
    label={label}
    value={value}
    error={error}
    required
    data-autofocus
    maxLength={limits.maxTypedNameCharacters}
    autoComplete="off"
    rightSection={suffix && <span className={css.suffix}>{suffix}</span>}
    rightSectionWidth={suffix.length * 9 + 20}
    onChange={(event) => onChange(event.currentTarget.value)}
    onFocus={(event) => event.currentTarget.select()}
  />
);

const UrlField = ({ locked, value, error, onChange }: FieldProps & { locked: boolean }) => (
  <TextInput
    label={text.dialogs.url}
    description={locked ? text.dialogs.urlLocked : text.dialogs.urlHint}
    inputWrapperOrder={['label', 'input', 'error', 'description']}
    value={value}
    error={error}
    required={!locked}
    readOnly={locked}
    data-locked={locked || undefined}
    inputMode="url"
    autoCapitalize="off"
    autoComplete="off"
    spellCheck={false}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

interface Submission {
  errors: FieldErrors;
  /** The drive stayed busy: the same may be sent again. */
  driveBusy: boolean;
  sending: boolean;
  send: (fields: FormFields) => Promise<void>;
  /** The field was changed: what was wrong with it no longer counts. */
  fieldChanged: (field: keyof FormFields) => void;
}

const useSubmission = (
  { close, submit }: Pick<ElementFormProps, 'close' | 'submit'>,
  refused: () => void,
): Submission => {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [driveBusy, setDriveBusy] = useState(false);
  const [sending, setSending] = useState(false);
  const send = async (fields: FormFields): Promise<void> => {
    if (sending) return;
    setSending(true);
    const result = await submit(fields);
    if (result === 'done') return close();
    setSending(false);
    setDriveBusy(result === 'drive-busy');
    setErrors(result === 'drive-busy' ? {} : result);
    refused();
  };
  const fieldChanged = (field: keyof FormFields): void => {
    setErrors((before) => ({ ...before, [field]: undefined }));
    setDriveBusy(false);
  };
  return { errors, driveBusy, sending, send, fieldChanged };
};

/** The one form of folders, links and files: name, address, tags. It keeps its input whatever goes wrong. */
export const ElementForm = (props: ElementFormProps) => {
  const { initial, url, close } = props;
  const [fields, setFields] = useState(initial);
  const formRef = useRef<HTMLFormElement>(null);
  const focusFirstError = (): void =>
    void requestAnimationFrame(() =>
      formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  const { errors, driveBusy, sending, send, fieldChanged } = useSubmission(props, focusFirstError);
  const set = (field: keyof FormFields) => (value: string | string[]) => {
    setFields((before) => ({ ...before, [field]: value }));
    fieldChanged(field);
  };
  const onSubmit = (event: React.FormEvent): void => {
    event.preventDefault();
    void send(fields);
  };

  return (
    <DialogFrame title={props.title} close={close}>
      <form ref={formRef} className={css.form} noValidate aria-busy={sending} onSubmit={onSubmit}>
        <NameField
          label={props.nameLabel}
          suffix={props.nameSuffix}
          value={fields.name}
          error={errors.name}
          onChange={set('name')}
        />
        {url && (
          <UrlField locked={url === 'locked'} value={fields.url} error={errors.url} onChange={set('url')} />
        )}
        <TagsField tags={fields.tags} error={errors.tags} onChange={set('tags')} />
        {driveBusy && <DriveBusy />}
        <FormButtons>
          <Button variant="quiet" onClick={close}>
            {text.dialogs.cancel}
          </Button>
          <Button type="submit" loading={sending}>
            {driveBusy ? text.dialogs.tryAgain : props.submitLabel}
          </Button>
        </FormButtons>
        {sending && <div className={css.saving} role="status" aria-label={text.dialogs.saving} />}
      </form>
    </DialogFrame>
  );
};

export const FormButtons = ({ children }: { children: ReactNode }) => (
  <div className={css.buttons}>{children}</div>
);
