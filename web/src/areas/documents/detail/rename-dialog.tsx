import type { Document } from '@throughline/contracts/documents'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { texts } from './detail.texts.ts'
import { endingAt, withEndingOf } from './file-name.ts'
import { useFileChange } from './use-file-change.ts'

const MOST = 255

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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.rename}
      footer={
        <>
          <DialogClose>
            <Button>{texts.cancel}</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void save(event)}>
        <Field label={texts.name} error={missing && name.trim() === '' && texts.nameMissing}>
          <Input
            value={name}
            maxLength={MOST}
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
