import type { TraceEntry, Turn } from '@throughline/contracts/instance-acts'
import { Bot, ChevronDown, ChevronRight, Cpu, RotateCcw, RotateCw } from 'lucide-react'
import { preciseDuration } from '../../../shared/format/duration.ts'
import { preciseTime } from '../../../shared/format/moments.ts'
import { cn } from '../../../ui/cn.ts'
import { Tag } from '../../../ui/tag.tsx'
import { PersonName } from '../../tasks/parts/person-name.tsx'
import { texts } from './trace.texts.ts'
import { hasFailed, isSentBack, mainEntry, resultOf, startOrigin, whatHappened } from './trace-text.ts'

/**
 * What a narrow page has no room for keeps its column, without width: one that were taken away would be brought back by
 * the details, which span all of them.
 */
export const COLUMNS = {
  turn: { column: 'w-[84px]', content: '' },
  when: { column: 'w-[104px]', content: '' },
  what: { column: '', content: '' },
  who: { column: 'w-40 @max-[560px]:w-0 @max-[560px]:p-0!', content: '@max-[560px]:sr-only' },
  openFor: {
    column: 'w-[168px] @max-[960px]:w-[84px] @max-[660px]:w-0 @max-[660px]:p-0!',
    content: '@max-[660px]:sr-only',
  },
  result: { column: 'w-44 @max-[960px]:w-36 @max-[760px]:w-0 @max-[760px]:p-0!', content: '@max-[760px]:sr-only' },
} as const

type TurnRowProps = {
  turn: Turn
  zone: string
  open: boolean
  /** The longest of all that are shown: bars are shares of it. */
  longest: number
  details: string
  onToggle: () => void
}

const cell = 'truncate border-b px-1.5 first:pl-6 last:pr-6 @max-[600px]:first:pl-4 @max-[600px]:last:pr-4'

/** One turn in one line, told by what matters most in it. */
export function TurnRow({ turn, zone, open, longest, details, onToggle }: TurnRowProps) {
  const entry = mainEntry(turn)
  const bad = hasFailed(turn)
  const result = entry ? resultOf(entry, turn) : ''
  const Chevron = open ? ChevronDown : ChevronRight
  const own = cn(cell, open && 'border-transparent')
  return (
    <tr
      // The button in the first cell does the same for the keyboard.
      onClick={onToggle}
      className={cn('h-(--row-height) cursor-pointer', open && bad ? 'bg-danger-bg/35' : 'hover:bg-surface-2')}
    >
      <td className={own}>
        <span className="flex items-center gap-1.5">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? details : undefined}
            aria-label={texts.details(turn.seq)}
            onClick={(event) => {
              event.stopPropagation()
              onToggle()
            }}
            className="grid size-6 place-items-center rounded-xs text-fg-3 hover:bg-surface-3 hover:text-fg"
          >
            <Chevron size={14} aria-hidden />
          </button>
          <span translate="no" className="tnum text-xs text-fg-3">
            {turn.seq}
          </span>
        </span>
      </td>
      <td className={own}>
        <time translate="no" dateTime={turn.at} className="tnum text-xs text-fg-2">
          {preciseTime(turn.at, zone)}
        </time>
      </td>
      <td className={own}>{entry ? <What entry={entry} /> : <span className="text-fg-3">{texts.nothing}</span>}</td>
      <td className={cn(own, COLUMNS.who.column)}>
        <span className={COLUMNS.who.content}>{entry && <Who entry={entry} />}</span>
      </td>
      <td className={cn(own, COLUMNS.openFor.column)}>
        <span className={COLUMNS.openFor.content}>
          {entry?.open_for != null && <OpenFor took={entry.open_for} share={entry.open_for / longest} bad={bad} />}
        </span>
      </td>
      <td className={cn(own, COLUMNS.result.column, bad ? 'font-medium text-danger-fg' : 'text-fg-2')}>
        <span translate="no" title={result} className={COLUMNS.result.content}>
          {result}
        </span>
      </td>
    </tr>
  )
}

/** "Agree fees done": what happened to which step. */
export function What({ entry }: { entry: TraceEntry }) {
  const { after, named } = whatHappened(entry)
  const retries = (entry.effect?.attempts.length ?? 1) - 1
  const colon = after.startsWith(':') || after.startsWith('⟦:')
  return (
    <span className="flex min-w-0 items-center gap-2 text-fg-2">
      {isSentBack(entry) && <RotateCcw size={14} aria-hidden className="shrink-0 text-warning-fg" />}
      <span className="truncate">
        {named ? (
          <>
            <span translate="no" className="font-medium text-fg">
              {entry.name}
            </span>
            {colon ? after : ` ${after}`}
          </>
        ) : (
          <span className="font-medium text-fg">{after}</span>
        )}
        {entry.item !== null && `, ${texts.item(entry.item + 1)}`}
      </span>
      {retries > 0 && <Tag icon={RotateCw}>{texts.retries(retries)}</Tag>}
    </span>
  )
}

export function Who({ entry }: { entry: TraceEntry }) {
  const { by, tool } = entry
  if (by) return <PersonName person={by} />
  const Icon = tool ? Bot : Cpu
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="grid size-[18px] shrink-0 place-items-center rounded-full bg-neutral-bg text-neutral-fg">
        <Icon size={11} aria-hidden />
      </span>
      {tool ? (
        <span translate="no" className="truncate">
          {tool}
        </span>
      ) : (
        <span className="truncate">{startOrigin(entry) ?? texts.theWorkflow}</span>
      )}
    </span>
  )
}

function OpenFor({ took, share, bad }: { took: number; share: number; bad: boolean }) {
  return (
    <span className="flex items-center gap-2">
      <span
        aria-hidden
        className="h-1.5 w-20 shrink-0 overflow-hidden rounded-full bg-(--viz-track) @max-[960px]:hidden"
      >
        <span
          className={cn('block h-full rounded-full', bad ? 'bg-danger-mark' : 'bg-(--viz-rest)')}
          style={{ width: `${Math.max(4, share * 100)}%` }}
        />
      </span>
      <span translate="no" className="tnum text-xs text-fg-2">
        {preciseDuration(took)}
      </span>
    </span>
  )
}
