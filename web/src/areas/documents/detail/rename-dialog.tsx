import type { Document } from '@throughline/contracts/documents'
import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { texts } from './detail.texts.ts'
import { useFileChange } from './use-file-change.ts'

/** Where the ending of a name begins; its length where it has none. */
export function endingAt(name: string): number {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? dot : name.length
}

/** A file stays what it is whatever it is called: an ending that was taken away or changed is put back. */
export function withEndingOf(old: string, typed: string): string {
  const wanted = typed.trim()
  const ending = old.slice(endingAt(old))
  if (wanted === '' || wanted.toLowerCase().endsWith(ending.toLowerCase())) return wanted
  return `${wanted.replace(/\.+$/, '')}${ending}`
}

const MAX_LENGTH = 255

export function RenameDialog({
  file,
  onClose,
}: {
  file: Pick<Document, 'id' | 'name' | 'version'>
  onClose: () => void
}) {
  const form = useId()
  const [name, setName] = useState(file.name)
  const [missing, setMissing] = useState(false)
  const { busy, change } = useFileChange(file)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = withEndingOf(file.name, name)
    if (wanted === '') return setMissing(true)
    if (wanted === file.name || (await change({ name: wanted }))) onClose()
  }
  return (
    <Dialog onClose={onClose} title={texts.rename} action={{ label: texts.save, type: 'submit', form, busy }}>
      <form id={form} onSubmit={(event) => void save(event)}>
        <Field label={texts.name} error={missing && name.trim() === '' && texts.nameMissing}>
          <Input
            value={name}
            maxLength={MAX_LENGTH}
            dir="auto"
            onFocus={({ currentTarget }) => currentTarget.setSelectionRange(0, endingAt(currentTarget.value))}
            onBlur={() => setName(withEndingOf(file.name, name))}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
