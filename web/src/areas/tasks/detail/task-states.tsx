import { Link } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { buttonClass } from '../../../ui/button-style.ts'
import type { EmptyProps } from '../../../ui/empty.tsx'
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

export const missingTask: EmptyProps = {
  icon: FileQuestion,
  title: texts.goneTitle,
  hint: texts.gone,
  action: (
    <Link to="/all-tasks" className={buttonClass()}>
      {texts.toTasks}
    </Link>
  ),
}
