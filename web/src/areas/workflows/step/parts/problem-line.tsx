import type { Problem } from '@throughline/flow/compile'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { cn } from '../../../../ui/cn.ts'
import { useProblemsAt } from '../step-context.ts'

export function ProblemLine({ problem, id }: { problem: Problem; id?: string | undefined }) {
  const error = problem.level === 'E'
  const Icon = error ? CircleAlert : TriangleAlert
  return (
    <p id={id} className={cn('mt-1.5 flex items-start gap-1.5 text-xs', error ? 'text-danger-fg' : 'text-warning-fg')}>
      <Icon size={13} aria-hidden className="mt-px shrink-0" />
      <span className="min-w-0 break-words">{problem.text}</span>
    </p>
  )
}

/** Everything that is wrong at a place, for parts that are no single field. */
export function ProblemsAt({ path, deep = false }: { path: string; deep?: boolean }) {
  return useProblemsAt(path, deep).map((problem) => (
    <ProblemLine key={`${problem.code} ${problem.path}`} problem={problem} />
  ))
}
