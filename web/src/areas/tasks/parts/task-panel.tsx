import { useNavigate } from '@tanstack/react-router'
import type { TaskId } from '@throughline/contracts/ids'
import { ChevronDown, ChevronUp, Maximize2 } from 'lucide-react'
import { useMemo } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { Panel } from '../../../ui/panel.tsx'
import { uiTexts } from '../../../ui/ui.texts.ts'
import { CopyLink } from '../detail/copy-link.tsx'
import { texts } from '../detail/detail.texts.ts'
import { TaskColumn } from '../detail/task-column.tsx'
import { TaskDetail } from '../detail/task-detail.tsx'
import { TaskHeading } from '../detail/task-heading.tsx'

export type TaskPanelProps = {
  taskId: TaskId
  onClose: () => void
  /** To the task before or after it in the list. */
  onStep?: (by: 1 | -1) => void
}

/** A task beside the list it was opened from. */
export function TaskPanel({ taskId, onClose, onStep }: TaskPanelProps) {
  const navigate = useNavigate()
  usePageKeys(useMemo(() => [{ key: 'Escape', label: uiTexts.close, act: onClose }], [onClose]))
  return (
    <TaskDetail
      taskId={taskId}
      surface="panel"
      renderFrame={(parts) => (
        <Panel
          kind="task"
          title={parts.task ? texts.panel(parts.task.key) : texts.panelLoading}
          {...(parts.task && { place: parts.task.key })}
          onClose={onClose}
          footer={parts.footer}
          actions={
            <>
              {onStep && (
                <>
                  <IconButton label={texts.previous} kbd="K" icon={ChevronUp} onClick={() => onStep(-1)} />
                  <IconButton label={texts.next} kbd="J" icon={ChevronDown} onClick={() => onStep(1)} />
                </>
              )}
              <CopyLink taskId={taskId} />
              <IconButton
                label={texts.openPage}
                icon={Maximize2}
                onClick={() => void navigate({ to: '/tasks/$taskId', params: { taskId } })}
              />
            </>
          }
        >
          <TaskColumn parts={parts} heading={parts.task && <TaskHeading task={parts.task} />} />
        </Panel>
      )}
    />
  )
}
