import type { Escalation } from '@throughline/flow/document'
import { DurationLine } from '../parts/duration-line.tsx'
import { PickLine } from '../parts/pick-line.tsx'
import { WhoLine } from '../people/who-line.tsx'
import { texts } from '../step.texts.ts'
import { act, pathOf, put, useEditing } from '../step-context.ts'
import { lengthOf, timed, whenOf } from './escalation-row.tsx'

const words = texts.due

type EscalationFormProps = { rule: Escalation; at: number; onChange: (rule: Escalation, what: string) => void }

/** What happens, to whom, and when. */
export function EscalationForm({ rule, at, onChange }: EscalationFormProps) {
  const { step } = useEditing()
  const acts = (['remind', 'reassign', 'finish'] as const).filter((one) => one !== 'finish' || step.type === 'approval')
  const setAct = (next: Escalation['act']) => {
    const { to: _, outcome: __, ...rest } = rule
    onChange({ ...rest, act: next, ...(next === 'finish' && { outcome: 'rejected' as const }) }, act('escalation'))
  }
  return (
    <div className="space-y-1.5">
      <PickLine
        bare
        label={words.act}
        value={rule.act}
        items={acts.map((value) => ({ value, label: words.acts[value] }))}
        onChange={setAct}
      />
      {rule.act === 'finish' ? (
        <PickLine
          bare
          label={words.outcome}
          value={rule.outcome ?? null}
          items={(['approved', 'rejected'] as const).map((value) => ({ value, label: words.outcomes[value] }))}
          onChange={(outcome) => onChange({ ...rule, outcome }, act('escalation'))}
        />
      ) : (
        <WhoLine
          label={rule.act === 'remind' ? words.remindTo : words.to}
          value={rule.to}
          {...(rule.act === 'remind' && { nobody: words.remindNobody })}
          onChange={(to, typing) => onChange(put(rule, 'to', to), typing ? `escalation ${at}` : act('escalation'))}
          path={pathOf(step, 'escalation', at, 'to')}
        />
      )}
      <DurationLine
        label={words.when}
        value={lengthOf(rule)}
        onChange={(length, typing) =>
          onChange(timed(rule, whenOf(rule), length), typing ? `escalation time ${at}` : act('escalation'))
        }
      />
      <PickLine
        bare
        label={words.counted}
        value={whenOf(rule)}
        items={(['open', 'due', 'before'] as const).map((value) => ({ value, label: words.whens[value] }))}
        onChange={(when) => onChange(timed(rule, when, lengthOf(rule)), act('escalation'))}
      />
    </div>
  )
}
