import { useAppDispatch } from '../../../shared/store/hooks.js';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toast.js';
import { applyChanges } from '../../../shared/listings/listing-cache.js';
import { cleanName, nameProblem } from '../names/rules.js';
import type { DialogProps } from './dialogs.js';
import { ElementForm } from './element-form.js';
import {
  hasErrors,
  tagsProblem,
  useIntention,
  useRefusal,
  type FormFields,
  type Submitted,
} from './use-element-form.js';
import { useAddElementMutation } from '../elements-api.js';

export const CreateFolderDialog = ({ targetFolder, siblings, close }: DialogProps<'create-folder'>) => {
  const dispatch = useAppDispatch();
  const [add] = useAddElementMutation();
  const keyFor = useIntention();
  const refusal = useRefusal();

  const submit = async ({ name, tags }: FormFields): Promise<Submitted> => {
    const linkname = cleanName(name);
    const errors = {
      name: nameProblem({ name: linkname, folder: true, siblings }) ?? undefined,
      tags: tagsProblem(tags),
    };
    if (hasErrors(errors)) return errors;
    const obj = { linkname, linktype: 'folder', linktag: tags };
    const { data, error } = await add({ targetFolder, obj, key: keyFor({ targetFolder, obj }) });
    if (!data) return refusal(error);
    dispatch(applyChanges({ elements: [data.docs], removed: [] }));
    dispatch(toast.success(text.dialogs.inserted));
    return 'done';
  };
  return (
    <ElementForm
      title={text.dialogs.createFolder}
      nameLabel={text.dialogs.folderName}
      submitLabel={text.dialogs.create}
      initial={{ name: '', url: '', tags: [] }}
      close={close}
      submit={submit}
    />
  );
};
