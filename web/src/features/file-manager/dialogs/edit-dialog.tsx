import type { ElementView } from '@skyshelf/contracts/browser';
import { messages } from '@skyshelf/contracts/browser';
import { useAppDispatch } from '../../../shared/store/hooks.js';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toast.js';
import { isFile, isFolder } from '../../../shared/kinds/kind-of.js';
import { applyChanges } from '../../../shared/listings/listing-cache.js';
import { cleanName, cleanStem, nameProblem, splitFileName } from '../names/rules.js';
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
import { useEditElementMutation } from '../elements-api.js';

const sameTags = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((tag, index) => tag === b[index]);

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
  const { stem, extension } = file
    ? splitFileName(element.linkname, element.extension)
    : { stem: element.linkname, extension: '' };

  const submit = async ({ name, tags }: FormFields): Promise<Submitted> => {
    const clean = file ? cleanStem(name) : cleanName(name);
    const linkname = clean + extension;
    if (linkname === element.linkname && sameTags(tags, element.linktag)) return 'done';
    const problem =
      clean === ''
        ? messages.required
        : nameProblem({ name: linkname, folder: isFolder(element), except: element._id, siblings });
    const errors = { name: problem ?? undefined, tags: tagsProblem(tags) };
    if (hasErrors(errors)) return errors;
    const obj = { linkname, linktag: tags };
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
      nameSuffix={extension}
      url={!file && !isFolder(element) ? 'locked' : undefined}
      close={close}
      submit={submit}
    />
  );
};
