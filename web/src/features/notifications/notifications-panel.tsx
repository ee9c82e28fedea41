import { useState } from 'react';
import { useSettingsToggle } from '../../shared/account/use-settings-toggle.js';
import { SwitchRow } from '../../shared/controls/switch-row.js';
import { detectBrowser } from '../../shared/dom/detect-computer.js';
import { notificationTexts as text } from '../../shared/messages/notification-texts.js';
import { Panel } from '../../shared/pages/page-frame.js';
import { notificationState, switchNotifications } from './notify-of-ends.js';

const allowing: Partial<Record<string, string>> = text.allow;

export const Notifications = () => {
  const [state, setState] = useState(notificationState);
  const { saving } = useSettingsToggle();
  const [asking, setAsking] = useState(false);
  const hints = {
    on: text.hint,
    off: text.hint,
    refused: `${text.refused} ${allowing[detectBrowser(navigator)] ?? text.allow.other}`,
    missing: text.missing,
  };
  const change = async (on: boolean): Promise<void> => {
    setAsking(true);
    setState(await switchNotifications(on));
    setAsking(false);
  };
  return (
    <Panel title={text.panel}>
      <SwitchRow
        label={text.label}
        hint={hints[state]}
        on={state === 'on'}
        disabled={asking || saving || state === 'missing'}
        onChange={change}
      />
    </Panel>
  );
};
