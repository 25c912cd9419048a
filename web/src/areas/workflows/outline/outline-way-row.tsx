import { CornerDownRight, GitFork, Square, Undo2, Unplug, Zap } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import type { WayRow } from './outline-model.ts'

const icons = { return: Undo2, exit: Square, end: Square, goto: CornerDownRight } as const

export function WayCells({ row: { kind, text, detail, target } }: { row: WayRow }) {
  if (kind === 'trigger')
    return (
      <span className="flex items-center gap-2 text-sm">
        <span className="grid size-6 place-items-center rounded-full bg-neutral-bg text-neutral-fg">
          <Zap size={13} aria-hidden />
        </span>
        <span className="text-fg-2">{text}</span>
        <span className="font-medium">{detail}</span>
      </span>
    )
  if (kind === 'stray')
    return (
      <span className="inline-flex items-center gap-1.5 text-xs font-medium text-danger-fg">
        <Unplug size={13} aria-hidden />
        {text}
      </span>
    )
  if (kind === 'branch')
    return (
      <span className="flex min-w-0 flex-1 items-center gap-2 text-xs">
        <span className="inline-flex h-5 max-w-[60%] shrink-0 items-center gap-1 rounded-[5px] bg-surface-3 px-1.5 font-medium text-fg-2">
          <GitFork size={11} aria-hidden className="shrink-0 rotate-90" />
          <span className="truncate">{text}</span>
        </span>
        {detail && <Detail text={detail} leads={target !== undefined} quiet />}
      </span>
    )
  const Icon = icons[kind]
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-xs text-fg-2">
      <Icon
        size={12}
        aria-hidden
        className={cn('shrink-0 text-fg-3', (kind === 'end' || kind === 'exit') && 'fill-current')}
      />
      <span className="shrink-0">{text}</span>
      {detail && <Detail text={detail} leads={target !== undefined} />}
    </span>
  )
}

/** A press on it is the tree's to answer, as is the key for it. */
function Detail({ text, leads, quiet = false }: { text: string; leads: boolean; quiet?: boolean }) {
  if (!leads) return <span className="truncate text-fg-3">{text}</span>
  return (
    <span
      data-jump
      className={cn(
        'min-w-0 cursor-pointer truncate hover:underline',
        quiet ? 'text-fg-3' : 'font-medium text-accent-text',
      )}
    >
      {text}
    </span>
  )
}
