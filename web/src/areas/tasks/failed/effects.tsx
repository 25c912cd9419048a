import type { Task } from '@throughline/contracts/tasks'
import { CircleCheck, CircleHelp, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { useZone } from '../../../shared/current-user.ts'
import { momentText } from '../../../shared/format/moments.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Section } from '../../../ui/section.tsx'
import { Tag } from '../../../ui/tag.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { fateOf } from '../parts/retry-fate.ts'
import { texts } from './failed.texts.ts'

type Fate = keyof typeof texts.states

const looks: Record<Fate, { icon: LucideIcon; tone: Tone }> = {
  once: { icon: CircleCheck, tone: 'success' },
  unknown: { icon: CircleHelp, tone: 'warning' },
  not: { icon: CircleX, tone: 'neutral' },
}

export function Attempts({ task: { attempts } }: { task: Task }) {
  const now = useNow()
  const zone = useZone()
  if (attempts.length === 0) return null
  const all = attempts.reduce((sum, one) => sum + one.attempts, 0)
  return (
    <Section title={texts.attempts} count={all}>
      <ol className="divide-y rounded-md border bg-surface">
        {attempts.map((attempt) => {
          const fate = fateOf(attempt)
          const Icon = fate === 'once' ? CircleCheck : fate === 'not' ? CircleX : Clock
          return (
            <li key={attempt.key} className="flex min-h-9 items-center gap-3 px-3 py-1.5 text-xs">
              <Icon
                size={14}
                aria-hidden
                className={fate === 'not' ? 'shrink-0 text-danger-fg' : 'shrink-0 text-fg-3'}
              />
              <span translate="no" className="tnum w-28 shrink-0 text-fg-3">
                {momentText(attempt.at, zone, now)}
              </span>
              <span translate="no" className="min-w-0 flex-1 text-fg-2">
                {attempt.problem ?? (fate === 'once' ? texts.answered : texts.noAnswer)}
              </span>
              <span className="tnum shrink-0 text-fg-3">{texts.tries(attempt.attempts)}</span>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

function noteOf(fate: Fate, knowsKeys: boolean): string {
  if (fate === 'not') return texts.notes.not
  if (fate === 'once') return knowsKeys ? texts.notes.once : texts.notes.onceNoKeys
  return knowsKeys ? texts.notes.unknown : texts.notes.unknownNoKeys
}

/** What left the house, and what another try would do about it. */
export function SentOutside({ task: { attempts, tool } }: { task: Task }) {
  return (
    <Section title={texts.sentOutside} count={attempts.length}>
      {attempts.length === 0 ? (
        <p className="text-sm text-fg-3">{texts.nothingSent}</p>
      ) : (
        <ul className="divide-y rounded-md border bg-surface">
          {attempts.map((attempt) => {
            const fate = fateOf(attempt)
            const { icon, tone } = looks[fate]
            return (
              <li key={attempt.key} className="flex min-h-13 items-center gap-3 px-3 py-2">
                <span className="w-24 shrink-0">
                  <Tag tone={tone} icon={icon}>
                    {texts.states[fate]}
                  </Tag>
                </span>
                <span className="min-w-0 flex-1">
                  <span translate="no" className="block truncate font-medium" title={texts.key(attempt.key)}>
                    {tool?.name ?? texts.receiver}
                  </span>
                  <span className="block text-xs text-fg-3">{noteOf(fate, tool?.honours_keys ?? false)}</span>
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}
