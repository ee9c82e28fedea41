import { Button, NativeSelect, TextInput } from '@mantine/core';
import { limits } from '@skyshelf/contracts/browser';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { text } from '../../../shared/messages/en.js';
import { DialogFrame } from '../../../shared/dialogs/dialog-frame.js';
import { TagsField } from './tags-field.js';
import {
  type FieldErrors,
  type FormFields,
  guessKind,
  kindLabel,
  offeredKinds,
  type ProposeName,
  type Submitted,
  useLiveCheck,
  useProposedName,
  useSubmission,
} from './use-element-form.js';
import { useInstallation } from '../../../shared/installation/installation-api.js';
import css from './dialogs.module.css';

interface ElementFormProps {
  title: string;
  nameLabel: string;
  submitLabel: string;
  initial: FormFields;
  nameSuffix?: string;
  /** `locked` for a link that is edited; absent where there is no address. */
  url?: 'editable' | 'locked';
  kindLabel?: string | undefined;
  note?: (fields: FormFields) => ReactNode;
  check?: (fields: FormFields) => FieldErrors;
  propose?: ProposeName;
  close: () => void;
  submit: (fields: FormFields) => Promise<Submitted>;
}

const NO_PROBLEMS = (): FieldErrors => ({});

const useFormState = (props: ElementFormProps, formRef: RefObject<HTMLFormElement | null>) => {
  const { initial, check = NO_PROBLEMS, close, submit } = props;
  const [fields, setFields] = useState(initial);
  const refused = (): void =>
    void requestAnimationFrame(() =>
      formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  const { errors, fieldChanged, ...submission } = useSubmission({ close, submit, refused });
  const filled = props.url === 'editable' && initial.url !== '' ? (['url'] as const) : [];
  const { problems, typed, left } = useLiveCheck(check(fields), filled);
  useProposedName(props.propose, fields, setFields);
  const set = (change: Partial<FormFields>, field: 'name' | 'url' | 'tags'): void => {
    setFields((before) => ({ ...before, ...change }));
    fieldChanged(field);
    typed(field);
  };
  return {
    fields,
    setName: (name: string) => set({ name }, 'name'),
    setUrl: (url: string) => set({ url }, 'url'),
    setTags: (tags: string[]) => set({ tags }, 'tags'),
    setKind: (kind: string) => set({ kind }, 'url'),
    // Optimistic: the listing may have the new element before the answer.
    errors: mergedErrors(submission.sending ? {} : problems, errors),
    left,
    ...submission,
  };
};

const mergedErrors = (problems: FieldErrors, said: FieldErrors): FieldErrors => ({
  name: said.name ?? problems.name,
  url: said.url ?? problems.url,
  tags: said.tags ?? problems.tags,
});

interface FieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
}

const NameField = ({
  label,
  suffix = '',
  value,
  error,
  onChange,
  onBlur,
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
    onBlur={onBlur}
    onFocus={(event) => event.currentTarget.select()}
  />
);

const UrlField = ({ locked, value, error, onChange, onBlur }: FieldProps & { locked: boolean }) => (
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
    onBlur={onBlur}
  />
);

export const ElementForm = (props: ElementFormProps) => {
  const { url, close } = props;
  const formRef = useRef<HTMLFormElement>(null);
  const { fields, setName, setUrl, setTags, setKind, errors, left, driveBusy, sending, send } = useFormState(
    props,
    formRef,
  );
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
          onChange={setName}
          onBlur={() => left('name')}
        />
        {url && (
          <UrlField
            locked={url === 'locked'}
            value={fields.url}
            error={errors.url}
            onChange={setUrl}
            onBlur={() => left('url')}
          />
        )}
        {props.note?.(fields)}
        {props.kindLabel && (
          <TextInput label={text.dialogs.kind} value={props.kindLabel} readOnly data-locked />
        )}
        {url === 'editable' && <KindField kind={fields.kind ?? null} url={fields.url} onChange={setKind} />}
        <TagsField tags={fields.tags} error={errors.tags} onChange={setTags} />
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

/** The button sends the same command again. */
const DriveBusy = () => (
  <p className={css.driveBusy} role="alert">
    {text.dialogs.driveBusy}
  </p>
);

interface KindFieldProps {
  /** Null: guessed by the address. */
  kind: string | null;
  url: string;
  onChange: (kind: string) => void;
}

const KindField = ({ kind, url, onChange }: KindFieldProps) => {
  const hosts = useInstallation()?.videoHosts;
  return (
    <NativeSelect
      label={text.dialogs.kind}
      value={kind ?? guessKind(url, hosts)}
      data={offeredKinds(hosts).map((each) => ({ value: each.name, label: kindLabel(each, hosts) }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};
