import type { DocumentDetail } from '@throughline/contracts/documents'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { texts } from './detail.texts.ts'
import { useFileChange } from './use-file-change.ts'

const MOST = 255

export function RenameDialog({ file, onClose }: { file: DocumentDetail; onClose: () => void }) {
  const form = useId()
  const [name, setName] = useState(file.name)
  const [missing, setMissing] = useState(false)
  const { busy, change } = useFileChange(file)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = name.trim()
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
            onFocus={({ currentTarget }) => {
              const end = file.name.lastIndexOf('.')
              currentTarget.setSelectionRange(0, end > 0 ? end : file.name.length)
            }}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
