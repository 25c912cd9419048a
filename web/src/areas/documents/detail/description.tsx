import type { DocumentDetail } from '@throughline/contracts/documents'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { texts } from './detail.texts.ts'
import { InPlaceForm } from './in-place-form.tsx'

const MAX_LENGTH = 5000

/** What somebody has said about a file, to be changed in its place. */
export function Description({ file }: { file: DocumentDetail }) {
  const [editing, setEditing] = useState(false)
  const canEdit = file.can.manage && !file.deleted_at
  if (editing)
    return (
      <InPlaceForm
        file={file}
        value={file.description}
        changeOf={(description) => ({ description })}
        className="mt-3 space-y-2"
        onDone={() => setEditing(false)}
        renderField={(description, onChange) => (
          <Field label={texts.description}>
            <Textarea
              rows={3}
              maxLength={MAX_LENGTH}
              value={description}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever has just asked to change it types next
              autoFocus
              onChange={({ target }) => onChange(target.value)}
            />
          </Field>
        )}
      />
    )
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
