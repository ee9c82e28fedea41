import { messages, type Settings, type SettingsFlag } from '@skyshelf/contracts/browser';
import { isSettingOn } from '@skyshelf/contracts/rules';
import { newKey } from '../api/call-input.js';
import { useAppDispatch } from '../store/store.js';
import { toast } from '../toasts/toasts-slice.js';
import { settingsApi, useChangeSettingsMutation, useSettingsQuery } from './settings-api.js';

interface SettingsToggle {
  settings: Settings | undefined;
  isOn: (flag: SettingsFlag) => boolean;
  /** Updates optimistically. Answers whether it was saved. */
  change: (flag: SettingsFlag, value: boolean) => Promise<boolean>;
  saving: boolean;
}

/** One change at a time: `saving` is shared. */
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
  return { settings, isOn: (flag) => isSettingOn(settings ?? {}, flag), change, saving: isLoading };
};
