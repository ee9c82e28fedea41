import { Popover } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import type { SettingsFlag } from '@skyshelf/contracts/browser';
import { useSettingsToggle } from '../../shared/account/use-settings-toggle.js';
import { SwitchRow } from '../../shared/controls/switch-row.js';
import { accountTexts as text } from '../../shared/messages/account-texts.js';
import { Panel } from '../../shared/pages/page-frame.js';
import css from './account.module.css';

const useFlagRow = () => {
  const { settings, isOn, change, saving } = useSettingsToggle();
  return (flag: SettingsFlag) => ({
    on: isOn(flag),
    disabled: saving || settings === undefined,
    onChange: (on: boolean) => void change(flag, on),
  });
};

export const Appearance = () => {
  const row = useFlagRow();
  return (
    <Panel title={text.appearance}>
      <SwitchRow label={text.showDefaults} {...row('defaultLinks')}>
        <DefaultsHelp />
      </SwitchRow>
      <SwitchRow label={text.dark} {...row('darkMode')} />
      <SwitchRow label={text.animation} hint={text.animationHint} {...row('animation')} />
    </Panel>
  );
};

const DefaultsHelp = () => (
  <Popover width={280} position="bottom-end" withArrow shadow="md" radius={12} trapFocus={false}>
    <Popover.Target>
      <button type="button" className={css.help} aria-label={text.defaultsHelp}>
        <IconHelpCircle size={20} aria-hidden />
      </button>
    </Popover.Target>
    <Popover.Dropdown className={css.helpText}>{text.defaultsHelpText}</Popover.Dropdown>
  </Popover>
);

export const NewsCategories = () => {
  const row = useFlagRow();
  return (
    <Panel title={text.news}>
      <p className={css.hint}>{text.newsHint}</p>
      <div className={css.categories}>
        {(Object.keys(text.categories) as (keyof typeof text.categories)[]).map((flag) => (
          <SwitchRow key={flag} label={text.categories[flag]} {...row(flag)} />
        ))}
      </div>
    </Panel>
  );
};
