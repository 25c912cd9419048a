import type { Escalation } from '@throughline/flow/document'
import { BellRing, Gavel, UserRoundCog } from 'lucide-react'
import { useId } from 'react'
import { useExpressionScope } from '../../../../shared/expressions/scope.ts'
import { DurationLine, durationText } from '../parts/duration-line.tsx'
import { OrderButtons } from '../parts/order-buttons.tsx'
import { PickLine } from '../parts/pick-line.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { whoText } from '../people/who.ts'
import { WhoLine } from '../people/who-line.tsx'
import { texts as stepTexts } from '../step.texts.ts'
import { act, pathOf, put, useEditable, useEditing } from '../step-context.ts'

const texts = stepTexts.due
const icons = { remind: BellRing, reassign: UserRoundCog, finish: Gavel } as const

type When = 'open' | 'due' | 'before'

const whenOf = ({ from, after }: Escalation): When =>
  from === 'open' ? 'open' : after.startsWith('-') ? 'before' : 'due'

/** The length of time without its direction. */
const lengthOf = ({ after }: Escalation): string => after.replace(/^-/, '')

const timed = (rule: Escalation, when: When, length: string): Escalation => ({
  ...rule,
  from: when === 'open' ? 'open' : 'due',
  after: when === 'before' ? `-${length}` : length,
})

type EscalationRowProps = {
  rule: Escalation
  at: number
  open: boolean
  onToggle: () => void
  onChange: (rule: Escalation, what: string) => void
  onRemove: () => void
}

/** One thing that happens by itself at a time, in words; it opens to be changed. */
export function EscalationRow({ rule, at, open, onToggle, onChange, onRemove }: EscalationRowProps) {
  const { step, names } = useEditing()
  const editable = useEditable()
  const scope = useExpressionScope()
  const id = useId()
  const Icon = icons[rule.act]
  const who = rule.to && whoText(rule.to, names, scope)
  const says =
    rule.act === 'finish'
      ? texts.says.finish(texts.outcomes[rule.outcome ?? 'rejected'].toLowerCase())
      : texts.says[rule.act](who)
  const line = (
    <>
      <Icon size={15} aria-hidden className="shrink-0 text-fg-3" />
      <span className="min-w-0 flex-1">
        <span className="block text-sm">{says}</span>
        <span className="block text-xs text-fg-3">
          {texts.at(durationText(lengthOf(rule)), texts.whens[whenOf(rule)])}
        </span>
      </span>
    </>
  )
  return (
    <li>
      <div className="flex items-center pr-1">
        {editable ? (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={onToggle}
            className="flex min-w-0 flex-1 items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-left hover:bg-surface-2"
          >
            {line}
          </button>
        ) : (
          <div className="flex min-w-0 flex-1 items-center gap-2.5 px-2.5 py-1.5">{line}</div>
        )}
        <OrderButtons name={texts.rule(at + 1)} at={at} count={1} onRemove={onRemove} />
      </div>
      {editable && open && (
        <div id={id} className="border-t bg-surface-2 p-2.5">
          <EscalationForm rule={rule} at={at} onChange={onChange} />
        </div>
      )}
      <div className="px-2.5 pb-2 empty:hidden">
        <ProblemsAt path={pathOf(step, 'escalation', at)} />
        {!open && <ProblemsAt path={pathOf(step, 'escalation', at, 'to')} deep />}
      </div>
    </li>
  )
}

type EscalationFormProps = { rule: Escalation; at: number; onChange: (rule: Escalation, what: string) => void }

/** What happens, to whom, and when. */
function EscalationForm({ rule, at, onChange }: EscalationFormProps) {
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
        label={texts.act}
        value={rule.act}
        items={acts.map((value) => ({ value, label: texts.acts[value] }))}
        onChange={setAct}
      />
      {rule.act === 'finish' ? (
        <PickLine
          bare
          label={texts.outcome}
          value={rule.outcome ?? null}
          items={(['approved', 'rejected'] as const).map((value) => ({ value, label: texts.outcomes[value] }))}
          onChange={(outcome) => onChange({ ...rule, outcome }, act('escalation'))}
        />
      ) : (
        <WhoLine
          label={rule.act === 'remind' ? texts.remindTo : texts.to}
          value={rule.to}
          {...(rule.act === 'remind' && { nobody: texts.remindNobody })}
          onChange={(to, typing) => onChange(put(rule, 'to', to), typing ? `escalation ${at}` : act('escalation'))}
          path={pathOf(step, 'escalation', at, 'to')}
        />
      )}
      <DurationLine
        label={texts.when}
        value={lengthOf(rule)}
        onChange={(length, typing) =>
          onChange(timed(rule, whenOf(rule), length), typing ? `escalation time ${at}` : act('escalation'))
        }
      />
      <PickLine
        bare
        label={texts.counted}
        value={whenOf(rule)}
        items={(['open', 'due', 'before'] as const).map((value) => ({ value, label: texts.whens[value] }))}
        onChange={(when) => onChange(timed(rule, when, lengthOf(rule)), act('escalation'))}
      />
    </div>
  )
}
