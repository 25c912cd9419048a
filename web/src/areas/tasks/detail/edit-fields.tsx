import type { Task } from '@throughline/contracts/tasks'
import { dueDayOf } from '../../../shared/format/due.ts'
import { clockTime } from '../../../shared/format/time.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { PRIORITIES } from '../list/tasks-search.ts'
import { PersonPicker } from '../parts/person-picker.tsx'
import { taskWords } from '../tasks.texts.ts'
import { spec, texts } from './detail.texts.ts'
import type { Edit } from './use-edit.ts'

const priorities = PRIORITIES.toReversed().map((value) => ({ value, label: taskWords.priorities[value] }))

/** Priority, assignee, reviewer and due date, to be changed. */
export function EditFields({ task, edit, zone }: { task: Task; edit: Edit; zone: string }) {
  const { changes, change, problem } = edit
  return (
    <div className="grid gap-4">
      {problem && (
        <Banner tone="danger" title={problem.title}>
          {problem.words}
        </Banner>
      )}
      <Field label={texts.priority}>
        <Select
          value={changes.priority ?? task.priority}
          items={priorities}
          onChange={(priority) => change({ priority })}
        />
      </Field>
      {task.task_type !== 'approval' && (
        <Field label={texts.assignee}>
          <PersonPicker
            value={changes.assignee?.id ?? task.assignee?.id ?? ''}
            nobody={texts.nobody}
            known={task.assignee ? [task.assignee] : []}
            onChange={(id, person) => change({ assignee: { id, person } })}
          />
        </Field>
      )}
      {task.task_type === 'manual' && (
        <Field label={texts.reviewer}>
          <PersonPicker
            value={changes.reviewer?.id ?? task.reviewer_person?.id ?? ''}
            nobody={texts.nobody}
            known={task.reviewer_person ? [task.reviewer_person] : []}
            onChange={(id, person) => change({ reviewer: { id, person } })}
          />
        </Field>
      )}
      <Field
        label={spec.dueDate}
        hint={task.due_has_time && task.due_date ? texts.dueHadTime(clockTime(task.due_date, zone)) : texts.dueHint}
      >
        <Input
          type="date"
          value={changes.due ?? dueDayOf(task, zone)}
          onChange={({ target }) => change({ due: target.value })}
        />
      </Field>
    </div>
  )
}
