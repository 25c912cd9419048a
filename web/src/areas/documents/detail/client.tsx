import type { DocumentDetail } from '@throughline/contracts/documents'
import { Pencil } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CustomerField } from '../../instances/parts/customer-field.tsx'
import { spec, texts } from './detail.texts.ts'
import { useFileChange } from './use-file-change.ts'
import { useOverwriteWarning } from './use-overwrite-warning.ts'

/** For whom it is, to be changed in its place. */
export function Client({ file }: { file: DocumentDetail }) {
  const [editing, setEditing] = useState(false)
  if (editing) return <ClientForm file={file} onDone={() => setEditing(false)} />
  return (
    <>
      {file.client ? (
        <span translate="no" className="min-w-0 truncate">
          {file.client.name}
        </span>
      ) : (
        <span className="text-fg-3">{spec.unknown}</span>
      )}
      {file.can.manage && !file.deleted_at && (
        <IconButton label={texts.editClient} icon={Pencil} size="sm" onClick={() => setEditing(true)} />
      )}
    </>
  )
}

function ClientForm({ file, onDone }: { file: DocumentDetail; onDone: () => void }) {
  const { seen, warnOfChange } = useOverwriteWarning(file.client?.name ?? '')
  const [name, setName] = useState(seen)
  const { busy, change } = useFileChange(file)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === seen) onDone()
    else if (!warnOfChange() && (await change({ client_id: name.trim() }))) onDone()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onDone()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves the field, not the panel
    <form onSubmit={(event) => void save(event)} onKeyDown={onKeyDown} className="min-w-0 flex-1 space-y-2 pb-2">
      <CustomerField label={texts.facts.client} value={name} onChange={setName} />
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" busy={busy}>
          {texts.save}
        </Button>
        <Button size="sm" onClick={onDone}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
