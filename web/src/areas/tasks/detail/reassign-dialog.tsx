import type { Task } from '@throughline/contracts/tasks'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { PersonPicker, type Picked } from '../parts/person-picker.tsx'
import { texts } from './detail.texts.ts'
import { editSeenTask, nameOnWire } from './use-edit.ts'
import { useTaskAct } from './use-task-act.ts'

export type GiveAway = <Done>(act: () => Promise<Done>) => Promise<Done>

type ReassignDialogProps = { task: Task; giveAway: GiveAway; onClose: () => void }

export function ReassignDialog({ task, giveAway, onClose }: ReassignDialogProps) {
  const [chosen, setChosen] = useState<{ id: string; person: Picked | null }>()
  const { busy, run } = useTaskAct(task.id)
  const current = task.assignee?.id ?? ''
  const id = chosen?.id ?? current
  const save = async () => {
    const person = chosen?.person ?? null
    const edit = { assigned_to: person && nameOnWire(person) }
    const reassign = () =>
      run({
        name: 'edit',
        call: () => editSeenTask(task, edit),
        done: person ? texts.reassigned(person.name) : texts.unassigned,
        failed: texts.reassignFailed,
      })
    if (await giveAway(reassign)) onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={texts.reassignTitle}
      note={texts.reassignNote}
      action={{ label: texts.reassign, busy: busy === 'edit', disabled: id === current, onClick: () => void save() }}
    >
      <Field label={texts.assignee}>
        <PersonPicker
          value={id}
          nobody={texts.nobody}
          known={task.assignee ? [task.assignee] : []}
          onChange={(next, person) => setChosen({ id: next, person })}
        />
      </Field>
    </Dialog>
  )
}
