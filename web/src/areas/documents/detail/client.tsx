import type { DocumentDetail } from '@throughline/contracts/documents'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CustomerField } from '../../instances/parts/customer-field.tsx'
import { spec, texts } from './detail.texts.ts'
import { InPlaceForm } from './in-place-form.tsx'

/** For whom it is, to be changed in its place. */
export function Client({ file }: { file: DocumentDetail }) {
  const [editing, setEditing] = useState(false)
  if (editing)
    return (
      <InPlaceForm
        file={file}
        value={file.client?.name ?? ''}
        changeOf={(name) => ({ client_id: name })}
        className="min-w-0 flex-1 space-y-2 pb-2"
        onDone={() => setEditing(false)}
        renderField={(name, onChange) => <CustomerField label={texts.facts.client} value={name} onChange={onChange} />}
      />
    )
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
