import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CalendarItem } from '@throughline/contracts/calendar'
import type { TaskRow } from '@throughline/contracts/tasks'
import { CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { dueText } from '../../../shared/format/due.ts'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { useNow } from '../../../shared/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Priority } from '../../../ui/priority.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { instanceQuery } from '../../instances/instances.api.ts'
import { taskLabels } from '../../tasks/parts/task-labels.ts'
import { TaskGlyph } from '../../tasks/parts/task-status.tsx'
import { spec, texts } from '../calendar.texts.ts'
import { dayName, timeOf, whenText } from '../due-words.ts'
import { typeName } from '../type-name.ts'
import { useCalendarActs } from './calendar-acts.ts'

const TONES: Record<CalendarItem['status'], Tone> = {
  on_track: 'success',
  at_risk: 'warning',
  overdue: 'danger',
  in_progress: 'info',
  completed: 'neutral',
  pending: 'neutral',
}

/** What an item is and where it stands; everything else is on the page of its instance. */
export function ItemDetail({ item, onClose }: { item: CalendarItem; onClose: () => void }) {
  const { today, movable, askMove } = useCalendarActs()
  const { key, title, status, type, instance } = item
  return (
    <Dialog
      title={title}
      width={600}
      onClose={onClose}
      note={
        <span className="mt-1 flex flex-wrap items-center gap-2">
          <span translate="no" className="tnum">
            {key}
          </span>
          <span translate="no">{typeName(type)}</span>
          <Tag tone={TONES[status]}>{texts.statuses[status]}</Tag>
          {status !== 'completed' && <span>{whenText(item, today)}</span>}
        </span>
      }
      footer={
        <>
          {movable(item) && (
            <Button
              icon={CalendarClock}
              className="mr-auto max-[519px]:[&>svg]:hidden"
              onClick={(event) => {
                askMove(item, event.currentTarget)
              }}
            >
              {texts.detail.move}
            </Button>
          )}
          <DialogClose>
            <Button>{spec.close}</Button>
          </DialogClose>
          <Link
            to="/instances/$instanceId"
            params={{ instanceId: instance.id }}
            data-first
            className={buttonClass({ variant: 'primary' })}
          >
            {spec.fullDetails}
          </Link>
        </>
      }
    >
      <Facts item={item} />
      <Where item={item} />
    </Dialog>
  )
}

function Facts({ item }: { item: CalendarItem }) {
  const { zone } = useCalendarActs()
  const { kind, priority, person, department, day } = item
  return (
    <dl className="grid grid-cols-4 gap-4 max-[519px]:grid-cols-2">
      <Fact name={texts.detail.due}>
        <span translate="no">{[dayName(day), timeOf(item, zone)].filter(Boolean).join(', ')}</span>
      </Fact>
      <Fact name={texts.detail.priority}>
        <Priority level={priority} label={taskLabels.priorities[priority]} text />
      </Fact>
      <Fact name={kind === 'task' ? texts.detail.assignee : texts.detail.startedBy}>
        {person ? (
          <span className="inline-flex min-w-0 items-center gap-1.5">
            <Avatar name={person.name} src={person.photo ?? undefined} size={18} />
            <span translate="no" className="truncate">
              {person.name}
            </span>
          </span>
        ) : (
          <span className="text-fg-3">{texts.detail.nobody}</span>
        )}
      </Fact>
      {department && (
        <Fact name={texts.detail.department}>
          <span translate="no">{department}</span>
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-fg-3">{name}</dt>
    <dd className="mt-0.5 min-w-0">{children}</dd>
  </div>
)

/** How far its instance is: progress, and its tasks with their dates. */
function Where({ item }: { item: CalendarItem }) {
  const instance = useQuery(instanceQuery(item.instance.id))
  if (instance.isError) return <QueryFailed query={instance} title={texts.detail.failed} />
  if (!instance.data)
    return (
      <Loading label={texts.detail.loading} className="mt-4 grid gap-2">
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="h-2" />
        <Skeleton className="h-24" />
      </Loading>
    )
  const { description, tasks_done, tasks_total } = instance.data
  const done = texts.detail.tasksDone(tasks_done, tasks_total)
  return (
    <>
      {description && (
        <p translate="no" className="mt-4 line-clamp-3 text-fg-2">
          {description}
        </p>
      )}
      <div className="mt-4 flex items-center gap-3">
        <span className="text-xs text-fg-3">{texts.detail.progress}</span>
        <Progress
          label={done}
          value={tasks_total === 0 ? 0 : Math.round((tasks_done / tasks_total) * 100)}
          className="flex-1"
        />
        <span className="tnum text-xs text-fg-2">{done}</span>
      </div>
      {instance.data.tasks.length > 0 && <Steps tasks={instance.data.tasks} />}
    </>
  )
}

const STEPS = 12

/** The first tasks by their dates: what is open stands on the day it is due. */
function Steps({ tasks }: { tasks: readonly TaskRow[] }) {
  const { zone } = useCalendarActs()
  const now = useNow()
  const shown = tasks.toSorted((a, b) => a.created_at.localeCompare(b.created_at)).slice(-STEPS)
  return (
    <table className="mt-4 w-full text-sm">
      <thead>
        <tr className="text-xs text-fg-3 [&>th]:h-7 [&>th]:text-left [&>th]:font-medium">
          <th scope="col">{texts.detail.step}</th>
          <th scope="col">{texts.detail.stepDue}</th>
          <th scope="col">{texts.detail.who}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((task) => (
          <tr key={task.id} className="[&>td]:h-8 [&>td]:border-t [&>td]:pr-3">
            <td>
              <span className="flex min-w-0 items-center gap-2">
                <TaskGlyph task={task} label />
                <span translate="no">{task.name}</span>
              </span>
            </td>
            <td translate="no" className="tnum whitespace-nowrap text-fg-2">
              {task.due_date && dueText({ due: task.due_date, hasTime: task.due_has_time, zone, now }).text}
            </td>
            <td className="text-fg-2">
              {task.task_type === 'automated' ? (
                texts.detail.automation
              ) : (
                <span translate="no">{task.assignee?.name ?? task.queue?.name ?? ''}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
