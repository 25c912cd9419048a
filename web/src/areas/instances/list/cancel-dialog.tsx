import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { hasMod } from '../../../ui/mod-key.ts'
import { Textarea } from '../../../ui/textarea.tsx'
import { texts } from '../instances.texts.ts'

const cancelTexts = texts.cancelling

type CancelDialogProps = {
  /** The name of the one, or how many. */
  what: string | number
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Ends what runs, so it asks why. */
export function CancelDialog({ what, onConfirm, onClose }: CancelDialogProps) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const many = typeof what === 'number'
  const confirm = async () => {
    if (!reason.trim()) {
      setMissing(true)
      return
    }
    setBusy(true)
    await onConfirm(reason.trim())
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void confirm()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && hasMod(event)) submit(event)
  }
  return (
    <Dialog
      onClose={onClose}
      title={many ? cancelTexts.titleMany(what) : cancelTexts.title}
      note={many ? cancelTexts.noteMany : cancelTexts.note}
      cancelLabel={cancelTexts.keep}
      action={{
        label: many ? cancelTexts.confirmMany(what) : cancelTexts.confirm,
        variant: 'danger',
        busy,
        onClick: () => void confirm(),
      }}
    >
      <form onSubmit={submit}>
        {!many && (
          <p translate="no" className="mb-3 font-medium">
            {what}
          </p>
        )}
        <Field
          label={cancelTexts.reason}
          hint={cancelTexts.reasonHint}
          error={missing && !reason.trim() && cancelTexts.reasonNeeded}
        >
          <Textarea
            value={reason}
            maxLength={1000}
            required
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </Field>
      </form>
    </Dialog>
  )
}
