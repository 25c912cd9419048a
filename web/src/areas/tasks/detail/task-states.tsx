import { Link } from '@tanstack/react-router'
import { ApiError } from '@throughline/contracts/client'
import { FileQuestion } from 'lucide-react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { buttonClass } from '../../../ui/button-style.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { spec, texts } from './detail.texts.ts'

export function TaskLoading() {
  return (
    <Loading label={spec.loading} className="space-y-5">
      <Skeleton className="h-6 w-3/5" />
      <Skeleton className="h-4 w-2/5" />
      <div className="space-y-4 pt-2">
        {[0, 1, 2, 3].map((line) => (
          <div key={line} className="space-y-1.5">
            <Skeleton className="h-3 w-28" />
            <Skeleton className="h-8 w-full" />
          </div>
        ))}
      </div>
    </Loading>
  )
}

export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

type TaskUnreadableProps = { error: unknown; onRetry: () => void; retrying: boolean }

/** A task that is not there, or one that did not come. */
export function TaskUnreadable({ error, onRetry, retrying }: TaskUnreadableProps) {
  if (isGone(error)) return <TaskMissing />
  return <ErrorBlock title={spec.loadFailed} hint={serverMessageOf(error)} onRetry={onRetry} retrying={retrying} />
}

export function TaskMissing() {
  return (
    <div role="alert">
      <Empty
        icon={FileQuestion}
        title={texts.goneTitle}
        hint={texts.gone}
        action={
          <Link to="/all-tasks" className={buttonClass()}>
            {texts.toTasks}
          </Link>
        }
      />
    </div>
  )
}
