import type { ElementView } from '@skyshelf/contracts/browser';
import { editableName, editedName, sameTags, tagsOf } from '@skyshelf/contracts/rules';
import { useAppDispatch } from '../../../shared/store/hooks.js';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toast.js';
import { isFile, isFolder } from '../../../shared/kinds/kind-of.js';
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
import { useEditElementMutation } from '../elements-api.js';

const wordsFor = (element: ElementView): { title: string; nameLabel: string } =>
  isFolder(element)
    ? { title: text.dialogs.editFolder, nameLabel: text.dialogs.folderName }
    : isFile(element)
      ? { title: text.dialogs.editFile, nameLabel: text.dialogs.fileName }
      : { title: text.dialogs.editLink, nameLabel: text.dialogs.linkName };

/** Name and tags of a folder, link or file. A file keeps its extension, a link its address. */
export const EditDialog = ({ dialog: { element }, targetFolder, siblings, close }: DialogProps<'edit'>) => {
  const dispatch = useAppDispatch();
  const [edit] = useEditElementMutation();
  const keyFor = useIntention();
  const refusal = useRefusal();
  const file = isFile(element);
  const present = { name: element.linkname, extension: element.extension, isFile: file };
  const { stem, ending } = file ? editableName(present) : { stem: present.name, ending: '' };

  const submit = async ({ name, tags }: FormFields): Promise<Submitted> => {
    const linkname = editedName(present, name + ending);
    const linktag = tagsOf(tags);
    if (linkname.value === element.linkname && sameTags(linktag, element.linktag)) return 'done';
    const errors = {
      name: nameProblem({ name: linkname, folder: isFolder(element), except: element._id, siblings }),
      tags: tagsProblem(linktag),
    };
    if (linkname.refusal !== null || hasErrors(errors)) return errors;
    const obj = { linkname: linkname.value, linktag };
    const { data, error } = await edit({
      targetFolder,
      id: element._id,
      obj,
      key: keyFor({ targetFolder, id: element._id, obj }),
    });
    if (!data) return refusal(error);
    dispatch(applyChanges({ elements: [data.docs.element], removed: [] }));
    dispatch(toast.success(text.dialogs.edited));
    return 'done';
  };
  return (
    <ElementForm
      {...wordsFor(element)}
      submitLabel={text.dialogs.save}
      initial={{ name: stem, url: element.linkurl ?? '', tags: element.linktag }}
      nameSuffix={ending}
      url={!file && !isFolder(element) ? 'locked' : undefined}
      close={close}
      submit={submit}
    />
  );
};
