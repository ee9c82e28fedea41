import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { text } from '../../../messages/en.js';
import { DialogFrame } from './dialog-frame.js';
import { TagsField } from './tags-field.js';
import type { FieldErrors, FormFields, Submitted } from './use-element-form.js';
import css from './dialogs.module.css';

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
  /** Sends it. Answers what is wrong, or null when it is done. */
  submit: (fields: FormFields) => Promise<Submitted>;
}

/** The one form of folders, links and files: name, address, tags. It keeps its input whatever goes wrong. */
export const ElementForm = (props: ElementFormProps) => {
  const { initial, url, close, submit } = props;
  const [fields, setFields] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const set = (change: Partial<FormFields>): void => {
    setFields({ ...fields, ...change });
    setErrors({ ...errors, ...Object.fromEntries(Object.keys(change).map((key) => [key, undefined])) });
  };

  const send = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const result = await submit(fields);
    if (result === 'done') return close();
    setBusy(false);
    setErrors(result);
    requestAnimationFrame(() =>
      formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  };

  return (
    <DialogFrame title={props.title} close={close}>
      <form
        ref={formRef}
        className={css.form}
        noValidate
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextInput
          label={props.nameLabel}
          value={fields.name}
          error={errors.name}
          required
          data-autofocus
          maxLength={4096}
          autoComplete="off"
          rightSection={props.nameSuffix && <span className={css.suffix}>{props.nameSuffix}</span>}
          rightSectionWidth={(props.nameSuffix?.length ?? 0) * 9 + 20}
          onChange={(event) => set({ name: event.currentTarget.value })}
          onFocus={(event) => event.currentTarget.select()}
        />
        {url && (
          <TextInput
            label={text.dialogs.url}
            value={fields.url}
            error={errors.url}
            required={url === 'editable'}
            readOnly={url === 'locked'}
            type="text"
            inputMode="url"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            data-locked={url === 'locked' || undefined}
            description={url === 'locked' ? text.dialogs.urlLocked : text.dialogs.urlHint}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            onChange={(event) => set({ url: event.currentTarget.value })}
          />
        )}
        <TagsField tags={fields.tags} error={errors.tags} onChange={(tags) => set({ tags })} />
        <FormButtons>
          <Button variant="quiet" onClick={close}>
            {text.dialogs.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {props.submitLabel}
          </Button>
        </FormButtons>
        {busy && <div className={css.saving} role="status" aria-label={text.dialogs.saving} />}
      </form>
    </DialogFrame>
  );
};

export const FormButtons = ({ children }: { children: ReactNode }) => (
  <div className={css.buttons}>{children}</div>
);
