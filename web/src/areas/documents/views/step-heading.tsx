import type { RailStep } from '@throughline/contracts/instances'
import { Check } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { spec, texts } from '../documents.texts.ts'
import { countText } from '../sidebar/use-counts.ts'
import type { Group } from './group-column.tsx'

type State = RailStep['state']

const isDone = (state: State | undefined) => state === 'done' || state === 'skipped'
const isNow = (state: State | undefined) => state === 'open' || state === 'waiting' || state === 'failed'

function trimmedTextOf(state: State | undefined) {
  if (state === undefined) return undefined
  if (isDone(state)) return spec.statuses.completed
  if (state === 'failed') return texts.map.stepStates.failed
  return isNow(state) ? spec.statuses.in_progress : texts.map.stepStates.pending
}

function bubble(state: State | undefined) {
  if (isDone(state)) return 'bg-accent text-on-accent'
  if (isNow(state)) return 'border-2 border-accent bg-card text-accent-text'
  return 'border border-line-strong bg-card text-fg-3'
}

type StepHeadingProps = { group: Group; place: number; last: boolean; rail: boolean; state: State | undefined }

/** The rail above a step's documents: its place, how far it is in the chosen instance, and a line to the next. */
export function StepHeading({ group, place, last, rail, state }: StepHeadingProps) {
  const word = trimmedTextOf(state)
  return (
    <div className="mb-3">
      <div aria-hidden className={cn('relative flex h-7 items-center max-[759px]:hidden', !rail && 'invisible')}>
        <span
          translate="no"
          className={cn(
            'relative z-1 grid size-6 place-items-center rounded-full text-2xs font-semibold',
            bubble(state),
          )}
        >
          {isDone(state) ? <Check size={13} strokeWidth={2.6} /> : place}
        </span>
        {!last && (
          <span
            className={cn(
              'absolute top-1/2 -right-3 left-6 h-0.5 -translate-y-1/2',
              isDone(state) ? 'bg-accent' : 'bg-line-strong',
            )}
          />
        )}
      </div>
      <h2 className="mt-1.5 line-clamp-2 min-h-10 text-sm font-medium tracking-normal max-[759px]:min-h-0">
        <span translate="no">{group.name}</span>
        <span translate="no" className="tnum ml-2 font-normal text-fg-3">
          {countText(group)}
        </span>
      </h2>
      {word && <p className="text-xs text-fg-3">{word}</p>}
    </div>
  )
}
