import { useQueryClient } from '@tanstack/react-query'
import type { Instance, RailStep } from '@throughline/contracts/instances'
import { type FormEvent, useState } from 'react'
import { useAct } from '../../../shared/use-act.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { overrideStep } from '../instances.api.ts'
import { instancesKey } from '../instances.keys.ts'
import { texts } from './detail.texts.ts'

const overrideTexts = texts.overriding

/** Steps that are open without a task: of a task, its own page asks also for what later steps need. */
export const overridable = ({ steps, tasks }: Instance): RailStep[] => {
  const stepsWithTask = new Set(
    tasks.filter(({ state }) => state !== 'completed' && state !== 'cancelled').map(({ step }) => step),
  )
  return steps.filter(({ id, state }) => (state === 'open' || state === 'failed') && !stepsWithTask.has(id))
}

type OverrideDialogProps = { instance: Instance; step: string | undefined; onClose: () => void }

/** Goes on past a step, with a reason. */
export function OverrideDialog({ instance, step: given, onClose }: OverrideDialogProps) {
  const queries = useQueryClient()
  const choices = overridable(instance)
  const [step, setStep] = useState(given ?? choices[0]?.id ?? '')
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { busy, run } = useAct({ refresh: () => queries.invalidateQueries({ queryKey: instancesKey }) })
  const confirm = async () => {
    setMissing(!reason.trim())
    if (!reason.trim() || !step) return
    const isDone = await run({
      call: () => overrideStep(instance.id, step, { reason: reason.trim() }),
      done: overrideTexts.done(choices.find(({ id }) => id === step)?.name ?? ''),
      failed: overrideTexts.failed,
    })
    if (isDone) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void confirm()
  }
  return (
    <Dialog
      onClose={onClose}
      title={overrideTexts.title}
      note={overrideTexts.note}
      action={{ label: overrideTexts.confirm, busy: busy !== undefined, onClick: () => void confirm() }}
    >
      <form onSubmit={submit} className="space-y-4">
        <Field label={overrideTexts.step}>
          <Select value={step} onChange={setStep} items={choices.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
        <Field
          label={overrideTexts.reason}
          hint={overrideTexts.reasonHint}
          error={missing && !reason.trim() && overrideTexts.reasonNeeded}
        >
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
