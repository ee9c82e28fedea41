import type { Settings, SettingsFlag } from '@skyshelf/contracts/browser';
import { newKey } from '../api/idempotency-key.js';
import { messages } from '@skyshelf/contracts/browser';
import { useAppDispatch } from '../store/hooks.js';
import { toast } from '../toasts/toast.js';
import { settingsApi, useChangeSettingsMutation, useSettingsQuery } from './settings-api.js';

/** What the page and the server take a flag for that the account never set. */
const unset: Partial<Record<SettingsFlag, boolean>> = { darkMode: false };

interface SettingsToggle {
  settings: Settings | undefined;
  /** Whether a flag is on; those that were never set are. */
  isOn: (flag: SettingsFlag) => boolean;
  /** Shows the new value at once, and the old one again if it could not be saved. Answers whether it was. */
  change: (flag: SettingsFlag, value: boolean) => Promise<boolean>;
  /** One is being saved: until then no other may be changed. */
  saving: boolean;
}

/** The flags of the account, one of which is changed at a time. All users of this share one `saving`. */
export const useSettingsToggle = (): SettingsToggle => {
  const dispatch = useAppDispatch();
  const { data: settings } = useSettingsQuery();
  const [send, { isLoading }] = useChangeSettingsMutation({ fixedCacheKey: 'settings' });
  const change = async (flag: SettingsFlag, value: boolean): Promise<boolean> => {
    const undo = dispatch(
      settingsApi.util.updateQueryData('settings', undefined, (draft) => void (draft[flag] = value)),
    );
    const { data } = await send({ obj: { [flag]: value }, key: newKey() });
    if (data) await dispatch(settingsApi.util.upsertQueryData('settings', undefined, data));
    else {
      undo.undo();
      dispatch(toast.error(messages.someError));
    }
    return data !== undefined;
  };
  return { settings, isOn: (flag) => settings?.[flag] ?? unset[flag] ?? true, change, saving: isLoading };
};
