import type { Due, Escalation } from '@throughline/flow/document'
import { type ReactNode, useState } from 'react'
import { ExpressionLine } from '../expressions/expression-line.tsx'
import { AddButton } from '../parts/add-button.tsx'
import { DurationLine, durationText } from '../parts/duration-line.tsx'
import { Group } from '../parts/group.tsx'
import { PickLine } from '../parts/pick-line.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { texts as stepTexts } from '../step.texts.ts'
import { act, pathOf, put, useEditing } from '../step-context.ts'
import { EscalationRow } from './escalation-row.tsx'

const texts = stepTexts.due
const MAX_RULES = 5

const kindOf = (due: Due | undefined) => (due === undefined ? 'none' : 'in' in due ? 'in' : 'date')

const plain: Record<'none' | 'in' | 'date', Due | undefined> = {
  none: undefined,
  in: { in: '3bd' },
  date: { date: '' },
}

/** By when it is to be done, and what happens as that time comes near or passes. */
export function DueSection() {
  const { step, change } = useEditing()
  const [open, setOpen] = useState<number>()
  const { due, escalation = [] } = step
  const setRules = (rules: Escalation[], what: string) =>
    change(put(step, 'escalation', rules.length > 0 ? rules : undefined), what)
  const add = () => {
    setOpen(escalation.length)
    setRules([...escalation, { from: due ? 'due' : 'open', after: '1d', act: 'remind' }], act('add escalation'))
  }
  const remove = (at: number) => {
    setOpen(undefined)
    setRules(escalation.toSpliced(at, 1), act('remove escalation'))
  }
  const summary = [
    due === undefined ? texts.none : 'in' in due ? texts.in(durationText(due.in)) : texts.byDate,
    ...(escalation.length > 0 ? [texts.summary(escalation.length)] : []),
  ]
  return (
    <Group
      title={texts.title}
      closed={due === undefined && escalation.length === 0}
      summary={summary.join(' · ')}
      holds={[pathOf(step, 'due'), pathOf(step, 'escalation')]}
      action={escalation.length < MAX_RULES && <AddButton onClick={add}>{texts.addRule}</AddButton>}
    >
      <DueDate due={due} />
      {escalation.length > 0 && (
        <ol className="divide-y rounded-md border">
          {escalation.map((rule, at) => (
            <EscalationRow
              key={at}
              rule={rule}
              at={at}
              open={open === at}
              onToggle={() => setOpen(open === at ? undefined : at)}
              onChange={(next, what) => setRules(escalation.with(at, next), what)}
              onRemove={() => remove(at)}
            />
          ))}
        </ol>
      )}
    </Group>
  )
}

function DueDate({ due }: { due: Due | undefined }) {
  const { step, change } = useEditing()
  const set = (next: Due | undefined, what: string) => change(put(step, 'due', next), what)
  return (
    <div className="space-y-2">
      <Row label={texts.kind}>
        <PickLine
          bare
          label={texts.kind}
          value={kindOf(due)}
          items={[
            { value: 'none', label: texts.none },
            { value: 'in', label: texts.after },
            { value: 'date', label: texts.date },
          ]}
          onChange={(kind) => set(plain[kind], act('due'))}
        />
      </Row>
      {due && 'in' in due && (
        <>
          <Row label={texts.amount}>
            <DurationLine
              label={texts.amount}
              value={due.in}
              onChange={(time, typing) => set({ ...due, in: time }, typing ? 'due' : act('due'))}
            />
          </Row>
          <Row label={texts.from}>
            <PickLine
              bare
              label={texts.from}
              value={due.from ?? 'open'}
              items={[
                { value: 'open', label: texts.froms.open },
                { value: 'start', label: texts.froms.start },
              ]}
              onChange={(from) => set(from === 'open' ? { in: due.in } : { in: due.in, from }, act('due'))}
            />
          </Row>
          <ProblemsAt path={pathOf(step, 'due', 'in')} />
        </>
      )}
      {due && 'date' in due && (
        <ExpressionLine
          label={texts.dateLabel}
          value={due.date}
          placeholder={texts.datePlaceholder}
          reads="time"
          onChange={(date) => set({ date }, 'due')}
          path={pathOf(step, 'due', 'date')}
        />
      )}
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-h-8 grid-cols-[4.75rem_minmax(0,1fr)] items-center gap-2">
      <span aria-hidden className="text-sm text-fg-2">
        {label}
      </span>
      {children}
    </div>
  )
}
