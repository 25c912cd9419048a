import type { DocumentDetail } from '@throughline/contracts/documents'
import { Pencil, Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { hasMod } from '../../../ui/mod-key.ts'
import { Textarea } from '../../../ui/textarea.tsx'
import { texts } from './detail.texts.ts'
import { useFileChange } from './use-file-change.ts'
import { useOverwriteWarning } from './use-overwrite-warning.ts'

const MAX_LENGTH = 5000

/** What somebody has said about a file, to be changed in its place. */
export function Description({ file }: { file: DocumentDetail }) {
  const [editing, setEditing] = useState(false)
  const canEdit = file.can.manage && !file.deleted_at
  if (editing) return <DescriptionForm file={file} onDone={() => setEditing(false)} />
  if (file.description)
    return (
      <div className="group mt-3 flex items-start gap-1">
        <p translate="no" dir="auto" className="min-w-0 flex-1 break-words whitespace-pre-line text-fg-2">
          {file.description}
        </p>
        {canEdit && (
          <IconButton label={texts.editDescription} icon={Pencil} size="sm" onClick={() => setEditing(true)} />
        )}
      </div>
    )
  return (
    canEdit && (
      <Button size="sm" variant="ghost" icon={Plus} onClick={() => setEditing(true)} className="mt-2 -ml-2">
        {texts.addDescription}
      </Button>
    )
  )
}

function DescriptionForm({ file, onDone }: { file: DocumentDetail; onDone: () => void }) {
  const { seen, warnOfChange } = useOverwriteWarning(file.description)
  const [words, setWords] = useState(seen)
  const { busy, change } = useFileChange(file)
  const save = async () => {
    if (words.trim() === seen) onDone()
    else if (!warnOfChange() && (await change({ description: words.trim() }))) onDone()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onDone()
    } else if (event.key === 'Enter' && hasMod(event)) {
      event.preventDefault()
      void save()
    }
  }
  return (
    <div className="mt-3 space-y-2">
      <Field label={texts.description}>
        <Textarea
          rows={3}
          maxLength={MAX_LENGTH}
          value={words}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever has just asked to change it types next
          autoFocus
          onChange={({ target }) => setWords(target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div className="flex gap-2">
        <Button size="sm" variant="primary" busy={busy} onClick={() => void save()}>
          {texts.save}
        </Button>
        <Button size="sm" onClick={onDone}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  )
}
