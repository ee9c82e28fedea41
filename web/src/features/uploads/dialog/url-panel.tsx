import { Button, TextInput } from '@mantine/core';
import { linkAddress, ruleRefusals, withScheme } from '@skyshelf/contracts/rules';
import { useState, type FormEvent } from 'react';
import { ApiFailure } from '../../../shared/api/api-error.js';
import { uploadSourcesTexts as text } from '../../../shared/messages/upload-sources-texts.js';
import { companionCall } from '../remote/import-remote-file.js';
import { useUploadEngine } from '../page-uploads.js';
import { SourceOff, type SourcePanelProps, useSourceState } from './source-panel.js';
import css from './upload-sources.module.css';

/** Errors are shown here, before the dock. */
const UrlPanel = ({ targetFolder, done }: SourcePanelProps) => {
  const uploads = useUploadEngine();
  const source = useSourceState('url');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [looking, setLooking] = useState(false);
  if (source.state !== 'on') return <SourceOff source={source} />;

  const bring = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const { value: url, refusal } = linkAddress(withScheme(typed));
    if (url === null) return setProblem(ruleRefusals[refusal]);
    setLooking(true);
    try {
      const { name, type, size } = await companionCall('url/meta', { url });
      uploads.bring(targetFolder, [
        {
          name: typeof name === 'string' && name !== '' ? name : new URL(url).hostname,
          type: typeof type === 'string' ? type : '',
          size: typeof size === 'number' && size >= 0 ? size : null,
          source: 'url',
          path: 'url/get',
          body: { url },
          headers: {},
        },
      ]);
      done();
    } catch (failure) {
      setProblem(failure instanceof ApiFailure ? failure.error.message : text.away);
      setLooking(false);
    }
  };
  return (
    <form className={css.form} onSubmit={(event) => void bring(event)} noValidate>
      <TextInput
        label={text.url}
        placeholder="https://"
        type="url"
        inputMode="url"
        data-autofocus
        value={typed}
        error={problem}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setProblem(null);
        }}
      />
      <p className={css.note}>{text.urlText}</p>
      <Button type="submit" loading={looking}>
        {text.bring}
      </Button>
    </form>
  );
};

export default UrlPanel;
