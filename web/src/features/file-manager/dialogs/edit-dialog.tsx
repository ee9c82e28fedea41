import type { ElementView } from '@skyshelf/contracts/browser';
import { editableName, editedName, sameTags, tagsOf } from '@skyshelf/contracts/rules';
import { useAppDispatch } from '../../../shared/store/store.js';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import { kindLabelOf } from '../../../shared/kinds/kind-label.js';
import { isFile, isFolder } from '../../../shared/kinds/kind-of.js';
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
import { useEditElementMutation } from '../elements-api.js';

const wordsFor = (element: ElementView): { title: string; nameLabel: string } =>
  isFolder(element)
    ? { title: text.dialogs.editFolder, nameLabel: text.dialogs.folderName }
    : isFile(element)
      ? { title: text.dialogs.editFile, nameLabel: text.dialogs.fileName }
      : { title: text.dialogs.editLink, nameLabel: text.dialogs.linkName };

export const EditDialog = ({ dialog: { element }, targetFolder, siblings, close }: DialogProps<'edit'>) => {
  const dispatch = useAppDispatch();
  const [edit] = useEditElementMutation();
  const keyFor = useIntention();
  const refusal = useRefusal();
  const file = isFile(element);
  const present = { name: element.linkname, extension: element.extension, isFile: file };
  const { stem, ending } = file ? editableName(present) : { stem: present.name, ending: '' };

  const check = ({ name, tags }: FormFields): FieldErrors => {
    const linkname = editedName(present, name + ending);
    // A name older than a rule may stay.
    const same = linkname.value === element.linkname;
    const question = { name: linkname, folder: isFolder(element), except: element._id, siblings };
    return { name: same ? undefined : nameProblem(question), tags: tagsProblem(tagsOf(tags)) };
  };
  const submit = async (fields: FormFields): Promise<Submitted> => {
    const { name, tags } = fields;
    const linkname = editedName(present, name + ending);
    const linktag = tagsOf(tags);
    if (linkname.value === element.linkname && sameTags(linktag, element.linktag)) return 'done';
    const errors = check(fields);
    if (linkname.refusal !== null || hasErrors(errors)) return errors;
    const obj = { linkname: linkname.value, linktag };
    const { data, error } = await edit({
      targetFolder,
      id: element._id,
      obj,
      key: keyFor({ targetFolder, id: element._id, obj }),
    });
    if (!data) return refusal(error);
    const { element: after, modifiedCount } = data.docs;
    dispatch(applyChanges({ elements: [after], removed: [] }));
    const undo = dispatch(remember(modifiedCount > 0 ? [data.operation] : []));
    dispatch(toast.success(text.dialogs.edited, undo));
    return 'done';
  };
  return (
    <ElementForm
      {...wordsFor(element)}
      submitLabel={text.dialogs.save}
      initial={{ name: stem, url: element.linkurl ?? '', tags: element.linktag }}
      nameSuffix={ending}
      url={!file && !isFolder(element) ? 'locked' : undefined}
      kindLabel={!file && !isFolder(element) ? kindLabelOf(element) : undefined}
      check={check}
      close={close}
      submit={submit}
    />
  );
};
