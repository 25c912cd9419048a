import type { TaskRow } from '@throughline/contracts/tasks'
import { GripVertical, MessageSquare, Paperclip, SquareArrowRight, Workflow } from 'lucide-react'
import type { PointerEvent, ReactNode } from 'react'
import { DueDate } from '../../../shared/due-date.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Priority } from '../../../ui/priority.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { dropTargetClass, useTaskDrop } from '../../documents/parts/drop-targets.ts'
import { TaskLink } from '../list/task-link.tsx'
import { ChangeMark } from '../parts/change-mark.tsx'
import { instanceText } from '../parts/task-labels.ts'
import { TaskGlyph } from '../parts/task-status.tsx'
import { ApprovalOutcome } from '../parts/task-status-pill.tsx'
import { spec, taskWords } from '../tasks.texts.ts'
import { texts } from './board.texts.ts'

const PREVIEW = 120

const preview = (text: string) => (text.length > PREVIEW ? `${text.slice(0, PREVIEW)}...` : text)

type CardFaceProps = { task: TaskRow; title: ReactNode; lifted?: boolean; busy?: boolean }

/** What stands on a card, in its column and in the hand. */
export function CardFace({ task, title, lifted, busy }: CardFaceProps) {
  const { task_type, key, description, requested_by, priority, assignee } = task
  return (
    <>
      <p className="flex items-center gap-1.5 text-xs text-fg-3">
        {lifted ? (
          <GripVertical size={13} aria-hidden />
        ) : busy ? (
          <Spinner />
        ) : (
          <TaskGlyph task={task} size={13} label />
        )}
        <span>{taskWords.types[task_type]}</span>
        <ApprovalOutcome task={task} />
        <span
          translate="no"
          className="tnum ml-auto whitespace-nowrap group-focus-within:mr-5 group-hover:mr-5 pointer-coarse:mr-8"
        >
          {key}
        </span>
      </p>
      {title}
      {task.change_request && (
        <p className="mt-1 flex">
          <ChangeMark task={task} />
        </p>
      )}
      {description && (
        <p translate="no" dir="auto" className="mt-1 line-clamp-2 text-xs text-fg-3">
          {preview(description)}
        </p>
      )}
      <p className="mt-2 flex items-center gap-1 text-xs text-fg-2">
        <Workflow size={12} className="shrink-0 text-fg-3" aria-hidden />
        <span translate="no" className="truncate">
          {instanceText(task)}
        </span>
      </p>
      <p className="mt-0.5 truncate text-xs text-fg-3">{spec.from(requested_by?.name ?? texts.workflowItself)}</p>
      <div className="mt-2 flex min-h-5 items-center gap-2 text-xs text-fg-3">
        <span className="flex h-5 min-w-0 flex-1 flex-wrap items-center gap-x-2 overflow-hidden">
          <Priority level={priority} label={taskWords.priorities[priority]} />
          <DueDate of={task} done={task.state === 'completed'} weekday icon />
          <Amount icon={Paperclip} count={task.attachment_count} label={texts.files} />
          <Amount icon={MessageSquare} count={task.comment_count} label={texts.comments} />
        </span>
        {assignee && (
          <span translate="no" title={assignee.name} className="inline-flex">
            <Avatar name={assignee.name} src={assignee.photo ?? undefined} size={20} />
            <span className="sr-only">{assignee.name}</span>
          </span>
        )}
      </div>
    </>
  )
}

type AmountProps = { icon: typeof Paperclip; count: number; label: (count: number) => string }

function Amount({ icon: Icon, count, label }: AmountProps) {
  if (count === 0) return null
  return (
    <span className="inline-flex items-center gap-0.5">
      <Icon size={12} aria-hidden />
      <span aria-hidden translate="no" className="tnum">
        {count}
      </span>
      <span className="sr-only">{label(count)}</span>
    </span>
  )
}

export const cardClass = 'card relative rounded-md border bg-card p-3'
export const cardTitle = 'mt-1.5 text-sm leading-snug font-medium tracking-normal'

type BoardCardProps = {
  task: TaskRow
  /** Stands open beside the board. */
  current: boolean
  busy: boolean
  onMove: (from: HTMLElement) => void
  onPress: (event: PointerEvent<HTMLElement>) => void
}

export function BoardCard({ task, current, busy, onMove, onPress }: BoardCardProps) {
  const drop = useTaskDrop(task)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- "Move to…" is the way for keys
    <article
      {...drop}
      data-row={task.id}
      aria-busy={busy || undefined}
      onPointerDown={onPress}
      className={cn(
        cardClass,
        dropTargetClass,
        'group select-none',
        current
          ? 'border-accent shadow-[0_0_0_1px_var(--accent)]'
          : 'shadow-xs hover:border-line-strong hover:shadow-sm',
        task.state === 'completed' && 'bg-surface/60',
        busy && 'opacity-60',
      )}
    >
      <CardFace
        task={task}
        busy={busy}
        title={
          <h3 className={cardTitle}>
            <TaskLink task={task} className="after:absolute after:inset-0 after:rounded-md" />
          </h3>
        }
      />
      <span className="absolute top-1.5 right-1.5 z-10 rounded-sm bg-card opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:top-0 pointer-coarse:right-0 pointer-coarse:bg-transparent pointer-coarse:opacity-100">
        <IconButton
          label={texts.moveCard(task.name)}
          icon={SquareArrowRight}
          kbd="M"
          data-move
          onClick={(event) => onMove(event.currentTarget)}
          className="pointer-coarse:size-11"
        />
      </span>
    </article>
  )
}
