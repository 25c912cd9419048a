import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TaskId } from '@throughline/contracts/ids'
import type { TaskRow } from '@throughline/contracts/tasks'
import { ArrowRight, CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { DueDate } from '../../../shared/due-date.tsx'
import { isGone, QueryFailed } from '../../../shared/query-failed.tsx'
import { ApprovalTask } from '../approval/approval-task.tsx'
import { FailedTask } from '../failed/failed-task.tsx'
import { ManualTask } from '../form/manual-task.tsx'
import { QueryTask } from '../query/query-task.tsx'
import { taskQuery } from '../tasks.api.ts'
import { spec, texts } from './detail.texts.ts'
import type { Frame, TaskKindProps, TaskSurface } from './frame.ts'
import { missingTask, TaskLoading } from './task-states.tsx'
import { type ActAnswer, ActAnswered } from './use-task-act.ts'

type TaskDetailProps = { taskId: TaskId; surface: TaskSurface; renderFrame: Frame }

/** One task, read anew whenever it changes. Page, panel and overlay only differ in their frames. */
export function TaskDetail({ taskId, surface, renderFrame }: TaskDetailProps) {
  const found = useQuery(taskQuery(taskId))
  const { data: task, error } = found
  const user = useCurrentUser()
  if (error && (!task || isGone(error)))
    return renderFrame({
      task: undefined,
      main: <QueryFailed query={found} title={spec.loadFailed} gone={missingTask} />,
    })
  if (!task || !user) return renderFrame({ task: undefined, main: <TaskLoading /> })
  return <TaskOfKind key={task.id} task={task} user={user} surface={surface} renderFrame={renderFrame} />
}

/** Whether the person who acted is still asked for it. */
const isStillMine = ({ state, mine }: TaskRow): boolean =>
  mine !== null && state !== 'completed' && state !== 'cancelled' && (state !== 'review' || mine === 'reviewer')

/** The task, and under it what comes next once it is out of the viewer's hands. */
function TaskOfKind({ renderFrame, ...props }: TaskKindProps) {
  const [answer, setAnswer] = useState<ActAnswer>()
  const next = answer && !isStillMine(answer.data) && <NextTask next={answer.next} surface={props.surface} />
  const frame: Frame = (parts) =>
    renderFrame(next ? { ...parts, footer: <FooterWithNext next={next} footer={parts.footer} /> } : parts)
  return (
    <ActAnswered value={setAnswer}>
      <TaskKind {...props} renderFrame={frame} />
    </ActAnswered>
  )
}

const FooterWithNext = ({ next, footer }: { next: ReactNode; footer: ReactNode }) => (
  <div className="min-w-0 flex-1 space-y-3">
    {next}
    {footer && <div className="grid min-w-0">{footer}</div>}
  </div>
)

function TaskKind(props: TaskKindProps) {
  const { task_type, state } = props.task
  if (task_type === 'automated' || state === 'failed') return <FailedTask {...props} />
  if (task_type === 'approval') return <ApprovalTask {...props} />
  return task_type === 'query' ? <QueryTask {...props} /> : <ManualTask {...props} />
}

type NextTaskProps = { next: TaskRow | null; surface: TaskSurface }

const lookOf = 'flex min-w-0 items-center gap-2.5 rounded-sm border px-3 py-2 text-sm'

/** Offered once a task is out of one's hands. It has the focus, so that Enter goes on. */
function NextTask({ next, surface }: NextTaskProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => link.current?.focus(), [])
  if (!next)
    return (
      <output className={`${lookOf} text-fg-3`}>
        <CircleCheck size={15} aria-hidden className="shrink-0 text-success-fg" />
        {texts.allDone}
      </output>
    )
  const target =
    surface === 'page'
      ? ({ to: '/tasks/$taskId', params: { taskId: next.id } } as const)
      : ({ to: '.', search: (now: object) => ({ ...now, taskId: next.id }) } as const)
  return (
    <Link ref={link} {...target} resetScroll={false} className={`${lookOf} bg-surface hover:bg-surface-2`}>
      <ArrowRight size={15} aria-hidden className="shrink-0 text-accent-fg" />
      <span className="shrink-0 text-fg-3">{texts.nextTask}</span>{' '}
      <span translate="no" className="min-w-0 truncate font-medium">
        {next.name}
      </span>{' '}
      <span translate="no" className="min-w-0 flex-1 truncate text-fg-3 max-[759px]:hidden">
        {next.instance_name}
      </span>{' '}
      <DueDate of={next} />
    </Link>
  )
}
