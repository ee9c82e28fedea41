import { elementName, tagsOf } from '@skyshelf/contracts/rules';
import { useAppDispatch } from '../../../shared/store/hooks.js';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toast.js';
import { applyChanges } from '../../../shared/listings/listing-cache.js';
import { nameProblem } from '../names/name-problem.js';
import type { DialogProps } from './dialog-props.js';
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
    const linkname = elementName(name);
    const errors = {
      name: nameProblem({ name: linkname, folder: true, siblings }),
      tags: tagsProblem(tags),
    };
    if (linkname.refusal !== null || hasErrors(errors)) return errors;
    const obj = { linkname: linkname.value, linktype: 'folder', linktag: tagsOf(tags) };
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
