import type { CurrentUser } from '@throughline/contracts/auth'
import type { Task } from '@throughline/contracts/tasks'
import { type ReactNode, useState } from 'react'
import { DiscardDialog } from '../../../shared/discard-dialog.tsx'
import { useUnsavedGuard } from '../../../shared/unsaved.ts'
import { cn } from '../../../ui/cn.ts'
import { usePageTitle } from '../../../ui/page-title.ts'
import { dropTargetClass, useTaskDrop } from '../../documents/parts/drop-targets.ts'
import { QueryList } from '../query/query-list.tsx'
import { Attachments } from './attachments.tsx'
import { TaskDescription } from './description.tsx'
import { texts } from './detail.texts.ts'
import { EditFields } from './edit-fields.tsx'
import type { TaskParts } from './frame.ts'
import { PageHead } from './page-head.tsx'
import { Steps } from './steps.tsx'
import { TaskComments } from './task-comments.tsx'
import { TaskFacts } from './task-facts.tsx'
import { InstanceLink, TaskMarks } from './task-heading.tsx'
import { type Edit, useEdit } from './use-edit.ts'

type TaskPageProps = { parts: TaskParts; user: CurrentUser }

/** A task at full width: what there is to do, and beside it whose it is, what was said and where it stands. */
export function TaskPage({ parts, user }: TaskPageProps) {
  const { task } = parts
  const edit = useEdit(task, user.time_zone)
  const [canceling, setCanceling] = useState(false)
  const leaving = useUnsavedGuard(edit.changed)
  usePageTitle(task?.key ?? texts.task)
  const drop = useTaskDrop(task, 'page')
  return (
    <div {...drop} className={cn('flex h-full flex-col', dropTargetClass)}>
      <PageHead task={task} edit={edit} onCancel={() => (edit.changed ? setCanceling(true) : edit.stop())} />
      {task && <StatusBar task={task} />}
      {task ? (
        <Columns parts={parts} task={task} about={<About task={task} edit={edit} user={user} />} />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto px-6 py-5">
          <div className="mx-auto max-w-170">{parts.main}</div>
        </div>
      )}
      <DiscardDialog canceling={canceling} leaving={leaving} onStay={() => setCanceling(false)} onDiscard={edit.stop}>
        {texts.discardNote}
      </DiscardDialog>
    </div>
  )
}

function StatusBar({ task }: { task: Task }) {
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b bg-surface-2 px-6 py-1.5 text-sm max-[759px]:px-4">
      <TaskMarks task={task} />
      <span className="flex-1" />
      <span className="min-w-0 truncate text-fg-3">
        <InstanceLink task={task} />
      </span>
    </div>
  )
}

type ColumnsProps = { parts: TaskParts; task: Task; about: ReactNode }

/** Beside each other where there is room, each with its own scrolling; else under each other, the acts always in sight. */
function Columns({ parts: { desk, main, beside, footer }, task, about }: ColumnsProps) {
  const decides = beside !== undefined
  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      <div
        className={cn(
          'flex min-h-0 flex-1 flex-col @min-[760px]:grid @min-[760px]:grid-rows-[minmax(0,1fr)_auto]',
          decides
            ? '@min-[760px]:grid-cols-[minmax(0,1fr)_340px] @min-[960px]:grid-cols-[minmax(0,1fr)_408px]'
            : '@min-[760px]:grid-cols-[minmax(0,1fr)_260px] @min-[960px]:grid-cols-[minmax(0,1fr)_300px]',
        )}
      >
        <div className="min-h-0 flex-1 overflow-y-auto @min-[760px]:contents">
          <section
            aria-label={texts.task}
            className={cn(
              '@min-[760px]:col-start-1 @min-[760px]:row-start-1 @min-[760px]:overflow-y-auto',
              decides && 'bg-board @min-[760px]:row-span-2',
              desk ? 'flex min-h-96 flex-col' : 'px-6 py-5 max-[759px]:px-4',
            )}
          >
            <h2 className="sr-only">{texts.task}</h2>
            {desk}
            <div className="mx-auto max-w-170 space-y-5">
              {!decides && <TaskDescription task={task} quiet />}
              {main}
              {!decides && <QueryList task={task} />}
              {!decides && <Attachments task={task} />}
            </div>
          </section>
          <aside
            aria-label={texts.about}
            className={cn(
              'space-y-5 border-t px-4 py-4 @min-[760px]:col-start-2 @min-[760px]:row-start-1 @min-[760px]:overflow-y-auto @min-[760px]:border-t-0 @min-[760px]:border-l',
              decides ? '@min-[760px]:px-5' : '@min-[760px]:row-span-2',
            )}
          >
            <h2 className="sr-only">{texts.about}</h2>
            {beside}
            {decides && <TaskDescription task={task} quiet />}
            {about}
            {decides && <QueryList task={task} />}
          </aside>
        </div>
        {footer && (
          <footer
            data-foot
            className={cn(
              'flex shrink-0 border-t px-6 py-3 max-[759px]:px-4 @min-[760px]:row-start-2',
              decides
                ? 'bg-surface-2 @min-[760px]:col-start-2 @min-[760px]:border-l @min-[760px]:px-5'
                : 'bg-surface @min-[760px]:col-start-1',
            )}
          >
            <div className="min-w-0 flex-1">{footer}</div>
          </footer>
        )}
      </div>
    </div>
  )
}

function About({ task, edit, user }: { task: Task; edit: Edit; user: CurrentUser }) {
  return (
    <>
      {edit.editing ? <EditFields task={task} edit={edit} zone={user.time_zone} /> : <TaskFacts task={task} />}
      <TaskComments task={task} />
      <Steps task={task} />
    </>
  )
}
