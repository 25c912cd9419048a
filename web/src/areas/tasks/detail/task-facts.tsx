import type { Person } from '@throughline/contracts/running'
import type { Task } from '@throughline/contracts/tasks'
import { useZone } from '../../../shared/current-user.ts'
import { DueDate } from '../../../shared/due-date.tsx'
import { momentText } from '../../../shared/format/moments.ts'
import { dateText } from '../../../shared/format/time.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Fact } from '../../../ui/section.tsx'
import { PersonName } from '../parts/person-name.tsx'
import { spec, texts } from './detail.texts.ts'

/** Whose it is and when it is due. */
export function TaskFacts({ task }: { task: Task }) {
  const zone = useZone()
  const now = useNow()
  const { assignee, reviewer_person: reviewer, queue, completed_by: doer, task_type: type, tool } = task
  const automated = type === 'automated'
  return (
    <dl className="grid grid-cols-[96px_1fr] text-sm">
      {type === 'query' && task.requested_by && <Whose name={texts.askedBy} person={task.requested_by} />}
      {tool && <Named name={texts.tool}>{tool.name}</Named>}
      {(assignee || (type !== 'approval' && !automated)) && <Whose name={texts.assignee} person={assignee} />}
      {queue && <Named name={texts.queue}>{queue.name}</Named>}
      {type === 'manual' && <Whose name={texts.reviewer} person={reviewer} />}
      {(task.due_date || !automated) && (
        <Fact name={spec.dueDate}>
          {task.due_date ? (
            <DueDate of={task} done={task.completed_at !== null} weekday />
          ) : (
            <span className="text-fg-3">{texts.noDue}</span>
          )}
        </Fact>
      )}
      <Named name={automated ? texts.started : texts.opened}>
        {automated ? momentText(task.created_at, zone, now) : dateText(task.created_at, zone)}
      </Named>
      {task.completed_at && <Named name={texts.completedOn}>{momentText(task.completed_at, zone, now)}</Named>}
      {task.completed_at && doer && <Whose name={texts.completedBy} person={doer} />}
    </dl>
  )
}

function Whose({ name, person }: { name: string; person: Person | null }) {
  return (
    <Fact name={name}>
      {person ? <PersonName person={person} /> : <span className="text-fg-3">{texts.nobody}</span>}
    </Fact>
  )
}

function Named({ name, children }: { name: string; children: string }) {
  return (
    <Fact name={name}>
      <span translate="no" className="truncate">
        {children}
      </span>
    </Fact>
  )
}
