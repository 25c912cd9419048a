import { GitMerge, Repeat2, TriangleAlert } from 'lucide-react'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'
import { STEP_KINDS, StepGlyph } from '../canvas/step-kinds.tsx'
import { texts } from './outline.texts.ts'
import type { StepRow } from './outline-model.ts'

const wide = '@max-[980px]/outline:hidden'

export function StepCells({ row }: { row: StepRow }) {
  const { people, type, number, title, sub, who, due, join, forEach, errors, warnings } = row
  return (
    <>
      <StepGlyph type={type} size={24} className="z-2" />
      <span className="tnum w-6 shrink-0 text-right text-xs text-fg-3">{number}</span>
      <span className="flex min-w-0 flex-1 items-center gap-2">
        <span translate="no" className="min-w-0 truncate font-medium">
          {title}
        </span>
        {join && (
          <span className="inline-flex h-5 shrink-0 items-center gap-1 rounded-full bg-neutral-bg px-2 text-xs text-neutral-fg">
            <GitMerge size={12} aria-hidden />
            {join}
          </span>
        )}
        {forEach && (
          <span className="inline-flex shrink-0 items-center gap-1 text-xs text-fg-3">
            <Repeat2 size={12} aria-hidden />
            {texts.forEach}
          </span>
        )}
        <span translate="no" className="min-w-0 flex-1 basis-0 truncate text-xs text-fg-3">
          {sub}
        </span>
      </span>
      {errors + warnings > 0 && <IssueMark errors={errors} warnings={warnings} />}
      <span className="w-24 shrink-0 text-xs text-fg-2">{STEP_KINDS[type].indicator}</span>
      <span className={cn('flex w-[158px] shrink-0 items-center gap-1.5 text-xs text-fg-2', wide)}>
        {people && <Avatar name={who} size={18} />}
        <span translate="no" className="truncate">
          {who}
        </span>
      </span>
      <span className={cn('w-[104px] shrink-0 truncate text-xs text-fg-3', wide)}>{due}</span>
    </>
  )
}

function IssueMark({ errors, warnings }: Pick<StepRow, 'errors' | 'warnings'>) {
  return (
    <span
      className={cn(
        'flex shrink-0 items-center gap-1 text-xs font-medium',
        errors > 0 ? 'text-danger-fg' : 'text-warning-fg',
      )}
    >
      <TriangleAlert size={12} aria-hidden />
      {errors > 0 ? texts.errors(errors) : texts.warnings(warnings)}
    </span>
  )
}
