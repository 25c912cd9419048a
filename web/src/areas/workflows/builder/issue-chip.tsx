import type { Problem } from '@throughline/flow/compile'
import { TriangleAlert } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../builder.texts.ts'

type IssueChipProps = { problems: readonly Problem[]; open: boolean; onToggle: () => void }

export function IssueChip({ problems, open, onToggle }: IssueChipProps) {
  const errors = problems.filter(({ level }) => level === 'E').length
  const warnings = problems.length - errors
  if (problems.length === 0) return null
  const mark = <TriangleAlert size={12} strokeWidth={2.2} aria-hidden />
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className={cn(
        'flex h-7 items-center gap-2.5 rounded-md border bg-card px-2.5 text-xs font-medium shadow-sm hover:bg-surface-2',
        open && 'border-accent',
      )}
    >
      {errors > 0 && (
        <span className="inline-flex items-center gap-1 text-danger-fg">
          {mark}
          {texts.errors(errors)}
        </span>
      )}
      {warnings > 0 && (
        <span className="inline-flex items-center gap-1 text-warning-fg">
          {mark}
          {texts.warnings(warnings)}
        </span>
      )}
    </button>
  )
}
