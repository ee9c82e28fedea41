import { TextInput } from '@mantine/core';
import { type Body, limits } from '@skyshelf/contracts/browser';
import { useState } from 'react';
import { SwitchRow } from '../../shared/controls/switch-row.js';
import { linksTexts as text } from '../../shared/messages/links-texts.js';
import {
  type CommonFields,
  commonFieldsOf,
  type CommonOptions,
  commonOptionsOf,
  LinkFormFrame,
  type LinkFormProps,
} from './link-fields.js';
import css from './links.module.css';

type Receives = NonNullable<Body<'createShare'>['receives']>;
type ReceivedKind = NonNullable<Receives['kinds']>[number];

export interface AskOptions extends CommonOptions {
  receives: Receives;
}

interface Fields extends CommonFields {
  askName: boolean;
  kinds: readonly ReceivedKind[];
  /** Unit: MB; empty without a limit. */
  ofAFile: string;
  ofAll: string;
  files: string;
}

const MB = 1024 * 1024;
const inMb = (bytes: number | null | undefined): string =>
  bytes ? String(Math.round((bytes / MB) * 100) / 100) : '';
const bytesOf = (mb: string): number | null => (mb === '' ? null : Math.max(1, Math.round(Number(mb) * MB)));

const kindNames = Object.keys(text.kinds) as ReceivedKind[];

interface AskFormProps extends LinkFormProps<AskOptions> {
  /** The title of a new one. */
  title?: string;
}

/** The form of a link that receives. */
export const AskForm = ({ submit, title, ...frame }: AskFormProps) => {
  const { link, isSaving } = frame;
  const known = link?.receives;
  const [fields, setFields] = useState<Fields>(() => ({
    ...commonFieldsOf(link, title),
    askName: known?.askName ?? true,
    kinds: known?.kinds ?? [],
    ofAFile: inMb(known?.maxFileBytes),
    ofAll: inMb(known?.maxBytes),
    files: String(known?.maxFiles ?? limits.dropFiles),
  }));
  const { askName, kinds, ofAFile, ofAll, files } = fields;
  const change = (changed: Partial<Fields>): void => setFields({ ...fields, ...changed });
  const send = (): void =>
    submit({
      ...commonOptionsOf(fields),
      receives: {
        askName,
        kinds: kinds.length > 0 ? [...kinds] : null,
        maxFileBytes: bytesOf(ofAFile),
        maxBytes: bytesOf(ofAll),
        maxFiles: Number(files) || limits.dropFiles,
      },
    });
  return (
    <LinkFormFrame {...frame} fields={fields} change={change} titleHint={text.askTitleHint} send={send}>
      <SwitchRow
        label={text.askName}
        hint={text.askNameHint}
        on={askName}
        disabled={isSaving}
        onChange={async (on) => change({ askName: on })}
      />
      <Kinds kinds={kinds} change={change} />
      <div className={css.limits}>
        <Limit label={text.ofAFile} value={ofAFile} change={(value) => change({ ofAFile: value })} />
        <Limit label={text.ofAll} value={ofAll} change={(value) => change({ ofAll: value })} />
        <Limit
          label={text.filesInAll}
          value={files}
          most={limits.maxDropFiles}
          change={(value) => change({ files: value })}
        />
      </div>
    </LinkFormFrame>
  );
};

interface KindsProps extends Pick<Fields, 'kinds'> {
  change: (changed: Pick<Fields, 'kinds'>) => void;
}

const Kinds = ({ kinds, change }: KindsProps) => (
  <fieldset className={css.kinds}>
    <legend>{text.onlyKinds}</legend>
    <div>
      {kindNames.map((kind) => (
        <label key={kind}>
          <input
            type="checkbox"
            checked={kinds.includes(kind)}
            onChange={({ currentTarget: { checked } }) =>
              change({ kinds: kindNames.filter((each) => (each === kind ? checked : kinds.includes(each))) })
            }
          />
          {text.kinds[kind]}
        </label>
      ))}
    </div>
    <small>{text.kindsHint}</small>
  </fieldset>
);

interface LimitProps {
  label: string;
  value: string;
  /** Default: the largest file. */
  most?: number;
  change: (value: string) => void;
}

const Limit = ({ label, value, most, change }: LimitProps) => (
  <TextInput
    type="number"
    label={label}
    value={value}
    placeholder={most === undefined ? text.noLimit : undefined}
    min={most === undefined ? 0.01 : 1}
    step={most === undefined ? 'any' : 1}
    max={most ?? limits.maxUploadBytes / MB}
    required={most !== undefined}
    withAsterisk={false}
    onChange={({ currentTarget }) => change(currentTarget.value)}
  />
);
