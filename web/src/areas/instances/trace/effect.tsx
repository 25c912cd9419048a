import type { TraceEntry } from '@throughline/contracts/instance-acts'
import { CircleCheck, CircleHelp, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { durationText, preciseDuration } from '../../../shared/format/duration.ts'
import { preciseTime } from '../../../shared/format/moments.ts'
import { Tag } from '../../../ui/tag.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { texts } from './trace.texts.ts'

type EffectOf = NonNullable<TraceEntry['effect']>

const looks: Record<EffectOf['state'], { icon: LucideIcon; tone: Tone }> = {
  done: { icon: CircleCheck, tone: 'success' },
  unknown: { icon: CircleHelp, tone: 'warning' },
  intended: { icon: CircleHelp, tone: 'warning' },
  failed: { icon: CircleX, tone: 'neutral' },
}

/** What was sent outside: every attempt with its wait, and whether it arrived. */
export function Effect({ effect, tool, zone }: { effect: EffectOf; tool: string | null; zone: string }) {
  const { attempts, state, key } = effect
  const { icon, tone } = looks[state]
  return (
    <div className="min-w-0 space-y-4">
      {attempts.length > 0 && (
        <section aria-label={texts.attempts}>
          <Heading count={attempts.length}>{texts.attempts}</Heading>
          <ol className="divide-y rounded-md border bg-surface">
            {attempts.map((attempt, place) => (
              <Attempt key={attempt.at} attempt={attempt} number={place + 1} next={attempts[place + 1]} zone={zone} />
            ))}
          </ol>
        </section>
      )}
      <section aria-label={texts.sentOutside}>
        <Heading>{texts.sentOutside}</Heading>
        <p className="flex min-h-9 items-center gap-3 rounded-md border bg-surface px-3 text-xs">
          <Tag tone={tone} icon={icon}>
            {texts.states[state]}
          </Tag>
          <span translate="no" className="min-w-0 flex-1 truncate font-mono text-2xs text-fg-2">
            {key}
          </span>
          <span translate="no" className="shrink-0 text-fg-3">
            {tool}
          </span>
        </p>
      </section>
    </div>
  )
}

function Heading({ count, children }: { count?: number; children: string }) {
  return (
    <h4 className="mb-1 flex items-baseline gap-2 text-xs font-medium text-fg-3">
      {children}
      {count !== undefined && (
        <span translate="no" className="tnum font-normal">
          {count}
        </span>
      )}
    </h4>
  )
}

type Try = EffectOf['attempts'][number]
type AttemptProps = { attempt: Try; number: number; next: Try | undefined; zone: string }

function Attempt({ attempt, number, next, zone }: AttemptProps) {
  const last = next === undefined
  const Icon = attempt.problem === null ? CircleCheck : last ? CircleX : Clock
  const wait = next && Date.parse(next.at) - Date.parse(attempt.at) - attempt.took
  return (
    <li className="flex min-h-9 items-center gap-3 px-3 py-1 text-xs">
      <Icon
        size={14}
        aria-hidden
        className={attempt.problem !== null && last ? 'shrink-0 text-danger-fg' : 'shrink-0 text-fg-3'}
      />
      <span translate="no" className="tnum w-4 font-medium">
        {number}
      </span>
      <time translate="no" dateTime={attempt.at} className="tnum w-[76px] shrink-0 text-fg-3">
        {preciseTime(attempt.at, zone)}
      </time>
      {attempt.problem === null ? (
        <span className="min-w-0 flex-1 text-fg-2">{texts.answered}</span>
      ) : (
        <span translate="no" className="min-w-0 flex-1 break-words text-fg-2">
          {attempt.problem}
        </span>
      )}
      {wait !== undefined && wait > 0 && (
        <span className="tnum shrink-0 text-fg-3">{texts.waited(durationText(wait))}</span>
      )}
      <span translate="no" className="tnum w-14 shrink-0 text-right text-fg-2">
        {preciseDuration(attempt.took)}
      </span>
    </li>
  )
}
