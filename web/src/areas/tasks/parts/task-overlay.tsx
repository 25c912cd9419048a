import { Link } from '@tanstack/react-router'
import type { TaskId } from '@throughline/contracts/ids'
import { Dialog } from '../../../ui/dialog.tsx'
import { linkClass } from '../../../ui/link-style.ts'
import { texts } from '../detail/detail.texts.ts'
import { TaskColumn } from '../detail/task-column.tsx'
import { TaskDetail } from '../detail/task-detail.tsx'
import { InstanceLink, TaskMarks } from '../detail/task-heading.tsx'

export type TaskOverlayProps = { taskId: TaskId; onClose: () => void }

/** A task over the page it was opened from: the same content as the panel. */
export function TaskOverlay({ taskId, onClose }: TaskOverlayProps) {
  return (
    <TaskDetail
      taskId={taskId}
      surface="overlay"
      renderFrame={(parts) => {
        const { task, footer } = parts
        return (
          <Dialog
            onClose={onClose}
            title={task?.name ?? texts.panelLoading}
            width={680}
            {...(task && { note: <InstanceLink task={task} /> })}
            {...(footer && { footer: <div className="w-full">{footer}</div> })}
          >
            <div data-first tabIndex={-1} className="outline-none">
              <TaskColumn
                parts={parts}
                heading={
                  task && (
                    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                      <span translate="no" className="tnum text-sm text-fg-3">
                        {task.key}
                      </span>
                      <TaskMarks task={task} />
                      <Link to="/tasks/$taskId" params={{ taskId }} className={linkClass}>
                        {texts.openPage}
                      </Link>
                    </div>
                  )
                }
              />
            </div>
          </Dialog>
        )
      }}
    />
  )
}
