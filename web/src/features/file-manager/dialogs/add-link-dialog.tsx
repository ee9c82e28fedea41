import { elementName, linkAddress, tagsOf, withScheme } from '@skyshelf/contracts/rules';
import { useAppDispatch } from '../../../shared/store/hooks.js';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toast.js';
import { applyChanges } from '../../../shared/listings/listing-cache.js';
import { nameProblem, ruleProblem } from '../names/name-problem.js';
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

export const AddLinkDialog = ({ dialog, targetFolder, siblings, close }: DialogProps<'add-link'>) => {
  const dispatch = useAppDispatch();
  const [add] = useAddElementMutation();
  const keyFor = useIntention();
  const refusal = useRefusal();

  const submit = async ({ name, url, tags }: FormFields): Promise<Submitted> => {
    const [linkname, linkurl] = [elementName(name), linkAddress(withScheme(url))];
    const errors = {
      name: nameProblem({ name: linkname, folder: false, siblings }),
      url: ruleProblem(linkurl),
      tags: tagsProblem(tags),
    };
    if (linkname.refusal !== null || linkurl.refusal !== null || hasErrors(errors)) return errors;
    const obj = {
      linkname: linkname.value,
      linkurl: linkurl.value,
      linktype: 'website',
      linktag: tagsOf(tags),
    };
    const { data, error } = await add({ targetFolder, obj, key: keyFor({ targetFolder, obj }) });
    if (!data) return refusal(error);
    dispatch(applyChanges({ elements: [data.docs], removed: [] }));
    dispatch(toast.success(text.dialogs.inserted));
    return 'done';
  };
  return (
    <ElementForm
      title={text.dialogs.addLink}
      nameLabel={text.dialogs.linkName}
      submitLabel={text.dialogs.add}
      url="editable"
      initial={{ name: '', url: dialog.url ?? '', tags: [] }}
      close={close}
      submit={submit}
    />
  );
};
