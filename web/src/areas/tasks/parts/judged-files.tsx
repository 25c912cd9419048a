import type { Task } from '@throughline/contracts/tasks'
import { boundFiles } from '../approval/bound-files.ts'
import { Answers, DecidedOn } from '../approval/decided-on.tsx'
import { Documents } from '../approval/documents.tsx'

type JudgedFilesProps = {
  task: Task
  /** There is room to show the file itself; elsewhere it opens over what is there. */
  roomy: boolean
  onShown: (shown: boolean) => void
}

/** Whether a decision has to wait until the file has come into view. */
export const showsFile = (task: Task, roomy: boolean): boolean => roomy && boundFiles(task).length > 0

/** What an approval is about, where it is decided away from the task's own page. */
export function JudgedFiles({ task, roomy, onShown }: JudgedFilesProps) {
  const [first, ...rest] = roomy ? boundFiles(task) : []
  if (!first) return <DecidedOn task={task} />
  return (
    <div className="space-y-5">
      <div className="flex h-[min(26rem,52vh)] min-h-72 flex-col overflow-hidden rounded-md border bg-board">
        <Documents task={task} files={[first, ...rest]} onShown={onShown} />
      </div>
      <Answers facts={task.facts} />
    </div>
  )
}
