import { TextInput } from '@mantine/core';
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

export interface LinkOptions extends CommonOptions {
  download: boolean;
  downloadLimit: number | null;
}

interface Fields extends CommonFields {
  download: boolean;
  limit: string;
}

/** The form of a link that shows. */
export const LinkForm = ({ submit, ...frame }: LinkFormProps<LinkOptions>) => {
  const { link, isSaving } = frame;
  const [fields, setFields] = useState<Fields>(() => ({
    ...commonFieldsOf(link),
    download: link?.download ?? true,
    limit: link?.downloadLimit ? String(link.downloadLimit) : '',
  }));
  const { download, limit } = fields;
  const change = (changed: Partial<Fields>): void => setFields({ ...fields, ...changed });
  const send = (): void =>
    submit({ ...commonOptionsOf(fields), download, downloadLimit: limit === '' ? null : Number(limit) });
  return (
    <LinkFormFrame {...frame} fields={fields} change={change} titleHint={text.nameHint} send={send}>
      <SwitchRow
        label={text.download}
        on={download}
        disabled={isSaving}
        onChange={async (on) => change({ download: on })}
      />
      {download && (
        <TextInput
          type="number"
          label={text.limit}
          description={text.limitHint}
          value={limit}
          min={1}
          max={1_000_000}
          onChange={({ currentTarget }) => change({ limit: currentTarget.value })}
        />
      )}
    </LinkFormFrame>
  );
};
