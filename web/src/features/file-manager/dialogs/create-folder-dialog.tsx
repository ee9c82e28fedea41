import { elementName, tagsOf } from '@skyshelf/contracts/rules';
import { useAppDispatch } from '../../../shared/store/store.js';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import { applyChanges } from '../../../shared/listings/listing-cache.js';
import { nameProblem } from '../names/name-problem.js';
import { remember } from '../../undo/public.js';
import type { DialogProps } from '../state/overlay-slice.js';
import { ElementForm } from './element-form.js';
import {
  hasErrors,
  tagsProblem,
  useIntention,
  useRefusal,
  type FieldErrors,
  type FormFields,
  type Submitted,
} from './use-element-form.js';
import { useAddElementMutation } from '../elements-api.js';

export const CreateFolderDialog = ({ targetFolder, siblings, close }: DialogProps<'create-folder'>) => {
  const dispatch = useAppDispatch();
  const [add] = useAddElementMutation();
  const keyFor = useIntention();
  const refusal = useRefusal();

  const check = ({ name, tags }: FormFields): FieldErrors => ({
    name: nameProblem({ name: elementName(name), folder: true, siblings }),
    tags: tagsProblem(tags),
  });
  const submit = async (fields: FormFields): Promise<Submitted> => {
    const { name, tags } = fields;
    const linkname = elementName(name);
    const errors = check(fields);
    if (linkname.refusal !== null || hasErrors(errors)) return errors;
    const obj = { linkname: linkname.value, linktype: 'folder', linktag: tagsOf(tags) };
    const { data, error } = await add({ targetFolder, obj, key: keyFor({ targetFolder, obj }) });
    if (!data) return refusal(error);
    dispatch(applyChanges({ elements: [data.docs], removed: [] }));
    const undo = dispatch(remember([data.operation]));
    dispatch(toast.success(text.dialogs.inserted, undo));
    return 'done';
  };
  return (
    <ElementForm
      title={text.dialogs.createFolder}
      nameLabel={text.dialogs.folderName}
      submitLabel={text.dialogs.create}
      initial={{ name: '', url: '', tags: [] }}
      check={check}
      close={close}
      submit={submit}
    />
  );
};
