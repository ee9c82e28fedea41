import { NativeSelect } from '@mantine/core';
import { useInstallation } from '../../../shared/installation/installation-api.js';
import { text } from '../../../shared/messages/en.js';
import { guessKind, kindLabel, offeredKinds } from './guess-kind.js';

interface KindFieldProps {
  /** Null while the address says it. */
  kind: string | null;
  url: string;
  onChange: (kind: string) => void;
}

/** What a new link is. */
export const KindField = ({ kind, url, onChange }: KindFieldProps) => {
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
