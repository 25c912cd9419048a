import type { Priority } from '@throughline/contracts/running'
import { type ReactNode, useState } from 'react'
import { dueOnWire } from '../../../shared/format/due.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { RadioGroup } from '../../../ui/radio.tsx'
import { PRIORITIES } from '../list/tasks-search.ts'
import { PersonPicker } from '../parts/person-picker.tsx'
import { taskWords } from '../tasks.texts.ts'
import { texts } from './bulk.texts.ts'
import type { Job } from './use-tasks-bulk.ts'

export type BulkField = 'assign' | 'priority' | 'due'

type BulkChoiceProps = { field: BulkField; count: number; onChoose: (job: Job) => void; onClose: () => void }

/** What every selected task gets. */
export function BulkChoice({ field, ...props }: BulkChoiceProps) {
  if (field === 'assign') return <AssignChoice {...props} />
  if (field === 'priority') return <PriorityChoice {...props} />
  return <DueChoice {...props} />
}

type ChoiceProps = Omit<BulkChoiceProps, 'field'>
type FrameProps = { title: string; job: Job | undefined; children: ReactNode } & Omit<ChoiceProps, 'count'>

function Frame({ title, job, onChoose, onClose, children }: FrameProps) {
  return (
    <Dialog
      onClose={onClose}
      title={title}
      width={420}
      action={{ label: texts.apply, disabled: !job, onClick: () => job && onChoose(job) }}
    >
      {children}
    </Dialog>
  )
}

function AssignChoice({ count, ...frame }: ChoiceProps) {
  const [chosen, choose] = useState<{ id: string; assigned_to: string | null }>()
  const job: Job | undefined = chosen && { act: 'assign', assigned_to: chosen.assigned_to }
  return (
    <Frame title={texts.assignTitle(count)} job={job} {...frame}>
      <Field label={texts.assignee}>
        <PersonPicker
          value={chosen?.id ?? ''}
          nobody={texts.nobody}
          onChange={(id, person) => choose({ id, assigned_to: person ? (person.username ?? person.email) : null })}
        />
      </Field>
    </Frame>
  )
}

const priorityItems = PRIORITIES.map((value) => ({ value, label: taskWords.priorities[value] }))

function PriorityChoice({ count, ...frame }: ChoiceProps) {
  const [priority, choose] = useState<Priority | null>(null)
  const title = texts.priorityTitle(count)
  return (
    <Frame title={title} job={priority ? { act: 'priority', priority } : undefined} {...frame}>
      <RadioGroup legend={title} hideLegend value={priority} onChange={choose} items={priorityItems} />
    </Frame>
  )
}

function DueChoice({ count, ...frame }: ChoiceProps) {
  const [day, setDay] = useState('')
  return (
    <Frame title={texts.dueTitle(count)} job={{ act: 'due', due_date: dueOnWire(day) }} {...frame}>
      <Field label={texts.dueDate} hint={texts.dueHint}>
        <Input type="date" value={day} onChange={(event) => setDay(event.target.value)} />
      </Field>
    </Frame>
  )
}
