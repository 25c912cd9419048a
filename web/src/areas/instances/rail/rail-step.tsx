import type { RailStep } from '@throughline/contracts/instances'
import { Bot, GitBranch, Hand, Hourglass, type LucideIcon, Stamp, Workflow } from 'lucide-react'
import { type Clock, shortDate } from '../../../shared/format/time.ts'
import { cn } from '../../../ui/cn.ts'
import type { Status } from '../../../ui/status.ts'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { isLate } from '../parts/mini-of.ts'
import { texts } from '../parts/rail.texts.ts'

const counted = ({ note, state, done = 0, of = 0 }: RailStep): string | undefined => {
  if (note === 'items') return texts.items(done, of)
  if (note === 'approvals') return texts.approvals(done, of)
  if (note === 'attempts') return state === 'failed' ? texts.attempts(done) : texts.attempt(done)
  return note === 'joins' ? texts.joins(of) : undefined
}

const people = ({ people: [first, ...others] }: RailStep) =>
  first && (others.length > 0 ? texts.andOthers(first.name, others.length) : first.name)

const when = ({ state, opened_at, closed_at }: RailStep, clock: Clock): string | undefined => {
  if (closed_at && (state === 'done' || state === 'skipped')) return shortDate(closed_at, clock.zone, clock.now)
  return opened_at && state === 'open' ? texts.since(shortDate(opened_at, clock.zone, clock.now)) : undefined
}

/** The line under a step's name: how far it is, else by whom and when, else what kind it is. */
function stepNote(step: RailStep, clock: Clock): string {
  const known = step.state === 'done' ? undefined : counted(step)
  const words = [known ?? people(step), when(step, clock)].filter((word) => word !== undefined)
  if (step.state === 'skipped') return texts.states.skipped
  return words.length > 0 ? texts.note(words) : texts.types[step.type]
}

const icons: Record<RailStep['type'], LucideIcon> = {
  manual: Hand,
  approval: Stamp,
  tool: Bot,
  condition: GitBranch,
  wait: Hourglass,
  subworkflow: Workflow,
}

const glyphs: Record<RailStep['state'], Status> = {
  ahead: 'pending',
  waiting: 'pending',
  open: 'in_progress',
  failed: 'failed',
  done: 'completed',
  skipped: 'draft',
}

const stepGlyph = (step: RailStep): Status => (isLate(step) ? 'overdue' : glyphs[step.state])

const edge = (step: RailStep) => {
  if (step.state === 'failed' || isLate(step)) return 'border-danger-mark bg-card shadow-xs'
  if (step.state === 'open') return 'border-info-mark bg-card shadow-xs'
  if (step.state === 'done') return 'bg-card shadow-xs'
  return 'border-dashed border-line-strong bg-transparent'
}

type RailStepProps = { step: RailStep; dense: boolean; clock: Clock; current: boolean; open: (() => void) | undefined }

/** One step of the rail; the words for the ears say its kind, its state and that it runs again. */
export function RailStepBox({ step, dense, clock, current, open }: RailStepProps) {
  const box = cn(
    'card flex size-full items-center rounded-md border text-left',
    dense ? 'gap-2 px-2' : 'gap-2.5 px-2.5',
    edge(step),
    open && 'hover:border-line-strong hover:shadow-sm',
    current && 'outline-2 outline-offset-1 outline-accent',
  )
  const content = (
    <>
      <StatusGlyph status={stepGlyph(step)} size={dense ? 15 : 16} />
      <span className="min-w-0 flex-1">
        <Name step={step} dense={dense} />
        {!dense && <Note step={step} clock={clock} />}
      </span>
    </>
  )
  return (
    <>
      {open ? (
        <button type="button" onClick={open} aria-current={current ? 'step' : undefined} className={box}>
          {content}
        </button>
      ) : (
        <div className={box}>{content}</div>
      )}
      {step.runs > 1 && (
        <span
          aria-hidden
          className="absolute -bottom-2.5 left-2.5 inline-flex h-4 items-center rounded-full border border-warning-line bg-warning-bg px-1.5 text-2xs font-medium whitespace-nowrap text-warning-fg"
        >
          {texts.again(step.runs)}
        </span>
      )}
    </>
  )
}

function Name({ step, dense }: { step: RailStep; dense: boolean }) {
  const { name, type, state, runs } = step
  const heard: string[] = [texts.types[type], isLate(step) ? texts.states.overdue : texts.states[state]]
  if (runs > 1) heard.push(texts.again(runs))
  return (
    <span
      title={name}
      className={cn(
        'line-clamp-2 font-medium',
        dense ? 'text-xs' : 'text-sm leading-tight @max-[1000px]:text-xs',
        (state === 'done' || state === 'skipped') && 'text-fg-2',
      )}
    >
      <span translate="no" dir="auto">
        {name}
      </span>
      <span className="sr-only">, {heard.join(', ')}</span>
    </span>
  )
}

function Note({ step, clock }: { step: RailStep; clock: Clock }) {
  const Icon = icons[step.type]
  return (
    <span
      className={cn(
        'flex items-center gap-1 text-xs',
        step.state === 'failed' || isLate(step) ? 'text-danger-fg' : 'text-fg-3',
      )}
    >
      <Icon size={12} strokeWidth={1.8} aria-hidden className="shrink-0" />
      <span className="truncate">{stepNote(step, clock)}</span>
    </span>
  )
}
