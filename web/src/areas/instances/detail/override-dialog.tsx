import { useQueryClient } from '@tanstack/react-query'
import type { Instance, RailStep } from '@throughline/contracts/instances'
import { type FormEvent, useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.ts'
import { overrideStep } from '../instances.api.ts'
import { instancesKey } from '../instances.keys.ts'
import { spec, texts } from './detail.texts.ts'

const words = texts.overriding

/** Steps that are open without a task: of a task, its own page asks also for what later steps need. */
export const overridable = ({ steps, tasks }: Instance): RailStep[] => {
  const asked = new Set(
    tasks.filter(({ state }) => state !== 'completed' && state !== 'cancelled').map(({ step }) => step),
  )
  return steps.filter(({ id, state }) => (state === 'open' || state === 'failed') && !asked.has(id))
}

type OverrideDialogProps = { instance: Instance; step: string | undefined; onClose: () => void }

/** Goes on past a step, with a reason. */
export function OverrideDialog({ instance, step: given, onClose }: OverrideDialogProps) {
  const queries = useQueryClient()
  const choices = overridable(instance)
  const [step, setStep] = useState(given ?? choices[0]?.id ?? '')
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setMissing(!reason.trim())
    if (!reason.trim() || !step) return
    setBusy(true)
    try {
      await overrideStep(instance.id, step, { reason: reason.trim() })
      toast.success(words.done(choices.find(({ id }) => id === step)?.name ?? ''))
      onClose()
      await queries.invalidateQueries({ queryKey: instancesKey })
    } catch (error) {
      setBusy(false)
      const description = serverMessageOf(error)
      toast.error(words.failed, description ? { description } : {})
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void confirm()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.title}
      note={words.note}
      footer={
        <>
          <DialogClose>
            <Button>{spec.cancel}</Button>
          </DialogClose>
          <Button variant="primary" busy={busy} onClick={() => void confirm()}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <form onSubmit={submit} className="space-y-4">
        <Field label={words.step}>
          <Select value={step} onChange={setStep} items={choices.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
        <Field label={words.reason} hint={words.reasonHint} error={missing && !reason.trim() && words.reasonNeeded}>
          <Textarea
            data-first
            value={reason}
            maxLength={1000}
            required
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
