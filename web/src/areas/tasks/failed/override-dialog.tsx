import type { Task } from '@throughline/contracts/tasks'
import type { Json } from '@throughline/flow/eval'
import { ShieldAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNow } from '../../../shared/use-now.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useTaskAct } from '../detail/use-task-act.ts'
import { FormFields } from '../parts/form-fields.tsx'
import { fateOf } from '../parts/retry-fate.ts'
import { completeTask } from '../task-acts.api.ts'
import { texts } from './failed.texts.ts'
import { fieldsOf, readOutputs } from './outputs.ts'

type OverrideDialogProps = { task: Task; onClose: () => void }

/** Past a step without its own result: why, and what later steps need instead of it. */
export function OverrideDialog({ task, onClose }: OverrideDialogProps) {
  const { outputs, outcomes, attempts } = task
  const form = useRef<HTMLDivElement>(null)
  const [reason, setReason] = useState('')
  const [outcome, setOutcome] = useState('')
  const [given, setGiven] = useState<Record<string, Json>>({})
  const [tried, setTried] = useState(false)
  const { busy, run } = useTaskAct(task.id)
  const read = readOutputs(outputs, given, useNow())
  const why = reason.trim()
  const unknown = attempts.filter((attempt) => fateOf(attempt) === 'unknown').length

  const override = async () => {
    if (why === '' || Object.keys(read.problems).length > 0) {
      flushSync(() => setTried(true))
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      return
    }
    const body = { override: true, reason: why, outputs: read.values, ...(outcome && { outcome }) }
    const isDone = await run({
      name: 'override',
      call: () => completeTask(task.id, body),
      done: texts.overridden(task.name),
      failed: texts.overrideFailed,
    })
    if (isDone) onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={texts.overrideTitle(task.name)}
      note={texts.overrideNote}
      action={{
        label: texts.override,
        variant: 'danger',
        icon: ShieldAlert,
        busy: busy === 'override',
        onClick: () => void override(),
      }}
    >
      <div ref={form} className="grid gap-4">
        <Field label={texts.reason} error={tried && why === '' && texts.reasonMissing}>
          <Textarea
            data-first
            rows={3}
            maxLength={1000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        {outcomes.length > 1 && (
          <Field label={texts.outcome}>
            <Select
              value={outcome}
              items={[{ value: '', label: texts.usualOutcome }, ...outcomes.map((one) => ({ value: one, label: one }))]}
              onChange={setOutcome}
            />
          </Field>
        )}
        {outputs.length > 0 && (
          <FormFields
            fields={fieldsOf(outputs)}
            values={given}
            problems={tried ? read.problems : {}}
            hidden={[]}
            onChange={(name, value) => setGiven((before) => ({ ...before, [name]: value }))}
          />
        )}
        {unknown > 0 && (
          <p className="rounded-md border border-warning-line bg-warning-bg px-3 py-2 text-xs text-warning-fg">
            {texts.unknownEffects(unknown)}
          </p>
        )}
      </div>
    </Dialog>
  )
}
