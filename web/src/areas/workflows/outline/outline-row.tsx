import { CornerDownRight, GitFork, GitMerge, Repeat2, Square, TriangleAlert, Undo2, Unplug, Zap } from 'lucide-react'
import { memo } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'
import { STEP_KINDS, StepGlyph } from '../canvas/step-kinds.tsx'
import { texts } from './outline.texts.ts'
import { railX } from './outline-geometry.ts'
import type { Row, StepRow, WayRow } from './outline-model.ts'

const wide = '@max-[980px]/outline:hidden'

const icons = { return: Undo2, exit: Square, end: Square, goto: CornerDownRight } as const

function WayCells({ row: { kind, text, detail, target } }: { row: WayRow }) {
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

function StepCells({ row }: { row: StepRow }) {
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
      <span className="w-24 shrink-0 text-xs text-fg-2">{STEP_KINDS[type].label}</span>
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

type RowViewProps = { row: Row; focused: boolean; selected: boolean }

/** Its name is one sentence; the cells say the same to the eye. Presses and focus are the tree's, by `data-key`. */
function RowView({ row, focused, selected }: RowViewProps) {
  const isStep = row.kind === 'step'
  const indent = row.kind === 'trigger' ? 7 : railX(row.depth) + (isStep ? -11 : 10)
  return (
    <div
      role="treeitem"
      data-key={row.key}
      aria-level={row.depth + 1}
      aria-posinset={row.place}
      aria-setsize={row.of}
      aria-selected={selected}
      tabIndex={focused ? 0 : -1}
      style={{ height: row.height }}
      className={cn(
        'relative scroll-my-3 rounded-md inset-focus',
        focused || selected ? 'bg-accent-subtle' : 'hover:bg-surface-2',
      )}
    >
      <span className="sr-only">{row.name}</span>
      <div
        aria-hidden
        style={{ paddingLeft: indent }}
        className={cn('flex h-full items-center', isStep ? 'gap-2.5 pr-[110px]' : 'pr-12')}
      >
        {isStep ? <StepCells row={row} /> : <WayCells row={row} />}
      </div>
    </div>
  )
}

/** A row's key holds its spot, and all else is plain values. */
function sameRow(before: Row, after: Row): boolean {
  if (before === after) return true
  const keys = Object.keys(before)
  return (
    keys.length === Object.keys(after).length &&
    keys.every((key) => key === 'spot' || Reflect.get(before, key) === Reflect.get(after, key))
  )
}

/** Rows are made anew with every edit; drawn again is only what differs. */
export const OutlineRow = memo(
  RowView,
  (before, after) =>
    before.focused === after.focused && before.selected === after.selected && sameRow(before.row, after.row),
)
