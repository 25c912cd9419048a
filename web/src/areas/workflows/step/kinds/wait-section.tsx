import type { WaitStep } from '@throughline/flow/document'
import { parseDuration, type Tree } from '@throughline/flow/eval'
import { Braces, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { wholeNumber } from '../../../../shared/expressions/reading.ts'
import { type ExpressionScope, useExpressionScope, useReading } from '../../../../shared/expressions/scope.ts'
import { useTyped } from '../../../../shared/expressions/use-typed.ts'
import { Button } from '../../../../ui/button.tsx'
import { Input } from '../../../../ui/input.tsx'
import { Select } from '../../../../ui/select.tsx'
import { ExpressionLine } from '../expressions/expression-line.tsx'
import { Cards } from '../parts/cards.tsx'
import { DurationLine, durationText } from '../parts/duration-line.tsx'
import { Group } from '../parts/group.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { ReadingText, Summary } from '../parts/summary.tsx'
import { act, pathOf, useEditable, useEditing } from '../step-context.ts'
import { texts as kindsTexts } from './kinds.texts.ts'

const texts = kindsTexts.wait

/** Some days before or after a date. `date` is the expression of that date. */
type Until = { date: string; days: number; unit: 'addDays' | 'addBusinessDays' }

const DATES = ['today', 'instance.started', 'instance.due'] as const

function dateOf(tree: Tree | undefined): string | undefined {
  if (!tree) return undefined
  if (tree[0] === 'var') return `vars.${tree[1]}`
  if (tree[0] === 'name' && tree[1] === 'today') return 'today'
  if (tree[0] !== '.' || tree[1][0] !== 'name' || tree[1][1] !== 'instance') return undefined
  return DATES.find((date) => date === `instance.${tree[2]}`)
}

/** The expression as a date and days from it; undefined if it says something else. */
function untilOf(tree: Tree): Until | undefined {
  if (tree[0] === 'call' && (tree[1] === 'addDays' || tree[1] === 'addBusinessDays')) {
    const date = dateOf(tree[2])
    const days = tree[3] && wholeNumber(tree[3])
    return date === undefined || days === undefined ? undefined : { date, days, unit: tree[1] }
  }
  const date = dateOf(tree)
  return date === undefined ? undefined : { date, days: 0, unit: 'addDays' }
}

function untilText({ date, days, unit }: Until): string {
  return days === 0 ? date : `${unit}(${date}, ${days})`
}

type WaitDateProps = { value: string; path: string; onChange: (date: string, typing: boolean) => void }

const dateNames = { today: texts.today, 'instance.started': texts.started, 'instance.due': texts.due }

const dates = (scope: ExpressionScope) => [
  ...scope
    .variables()
    .filter(({ type, sure }) => sure && (type === 'date' || type === 'datetime'))
    .map(({ name }) => ({ value: `vars.${name}`, label: scope.labels.variable(name) })),
  ...DATES.map((value) => ({ value, label: dateNames[value] })),
]

function untilIn(text: string, scope: ExpressionScope): Until | undefined {
  const checked = text.trim() === '' ? undefined : scope.read(text, 'time')
  const until = checked && 'tree' in checked ? untilOf(checked.tree) : undefined
  return until && dates(scope).some(({ value }) => value === until.date) ? until : undefined
}

/** So many days before or after a date; what that cannot say is written as text. */
function WaitDate({ value, path, onChange }: WaitDateProps) {
  const scope = useExpressionScope()
  const editable = useEditable()
  const [asText, setAsText] = useState(false)
  const until = untilIn(value, scope)
  const empty = value.trim() === ''
  if (!editable || asText || (!until && !empty))
    return (
      <>
        <ExpressionLine
          label={texts.expression}
          value={value}
          path={path}
          onChange={(text) => {
            setAsText(true)
            onChange(text, true)
          }}
        />
        <DateReading text={value} />
        {editable && (until || empty) && (
          <Button size="sm" variant="ghost" icon={SlidersHorizontal} className="-ml-2" onClick={() => setAsText(false)}>
            {texts.asRows}
          </Button>
        )}
      </>
    )
  const items = dates(scope)
  return (
    <>
      <Offset until={until} dates={items} onChange={(next, typing) => onChange(untilText(next), typing)} />
      <ProblemsAt path={path} />
      <DateReading text={value} />
      <div className="flex justify-end">
        <Button size="sm" variant="ghost" icon={Braces} className="-mr-2" onClick={() => setAsText(true)}>
          {texts.asText}
        </Button>
      </div>
    </>
  )
}

type OffsetProps = {
  until: Until | undefined
  dates: readonly { value: string; label: string }[]
  onChange: (until: Until, typing: boolean) => void
}

const directions = (count: string) =>
  (['addBusinessDays', 'addDays'] as const).flatMap((unit) =>
    (['before', 'after'] as const).map((way) => ({
      value: `${unit} ${way}`,
      label: texts.directions[unit](count.trim() === '1' ? 1 : 2, way),
    })),
  )

function Offset({ until, dates: items, onChange }: OffsetProps) {
  const { date, days, unit }: Until = until ?? { date: items[0]?.value ?? 'today', days: 0, unit: 'addDays' }
  const [way, setWay] = useState<'before' | 'after'>(days < 0 ? 'before' : 'after')
  const now = days === 0 ? way : days < 0 ? 'before' : 'after'
  const given = (count: number, sign: 'before' | 'after') => (sign === 'before' && count !== 0 ? -count : count)
  const [text, type] = useTyped(String(Math.abs(days)), (typed) => {
    if (/^\d{1,4}$/.test(typed.trim())) onChange({ date, unit, days: given(Number(typed), now) }, true)
  })
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-2">
      <Input
        aria-label={texts.offset}
        aria-invalid={!/^\d{1,4}$/.test(text.trim()) || undefined}
        inputMode="numeric"
        value={text}
        onChange={({ target }) => type(target.value)}
        className="tnum"
      />
      <Select
        label={texts.direction}
        value={`${unit} ${now}`}
        items={directions(text)}
        onChange={(next) => {
          const sign = next.endsWith('before') ? 'before' : 'after'
          setWay(sign)
          onChange(
            {
              date,
              unit: next.startsWith('addDays') ? 'addDays' : 'addBusinessDays',
              days: given(Math.abs(days) || 1, sign),
            },
            false,
          )
        }}
      />
      <span className="text-sm text-fg-2">{texts.theDate}</span>
      <Select
        label={texts.date}
        value={until ? date : null}
        placeholder={texts.date}
        items={items}
        onChange={(next) => onChange({ date: next, unit, days }, false)}
      />
    </div>
  )
}

function DateReading({ text }: { text: string }) {
  const parts = useReading(text, 'time')
  return (
    parts && (
      <Summary code={text}>
        {texts.readsUntil} <ReadingText parts={parts} />. {texts.past}
      </Summary>
    )
  )
}

/** A length of time, or a date. */
export function WaitSection({ step }: { step: WaitStep }) {
  const { change } = useEditing()
  const editable = useEditable()
  const { for: length, until, ...rest } = step
  const dated = until !== undefined
  const calendar = parseDuration(length ?? '')?.unit === 'bd'
  return (
    <Group title={texts.title} holds={[pathOf(step, 'for'), pathOf(step, 'until')]}>
      <Cards
        bare
        label={texts.title}
        columns={2}
        disabled={!editable}
        value={dated ? 'until' : 'for'}
        items={[
          { value: 'for', label: texts.for, hint: length === undefined ? texts.forHint : durationText(length) },
          { value: 'until', label: texts.until, hint: texts.untilHint },
        ]}
        onChange={(kind) => change(kind === 'for' ? { ...rest, for: '1d' } : { ...rest, until: '' }, act('wait'))}
      />
      {dated ? (
        <WaitDate
          value={until}
          path={pathOf(step, 'until')}
          onChange={(date, typing) => change({ ...rest, until: date }, typing ? 'until' : act('until'))}
        />
      ) : (
        <>
          <DurationLine
            label={texts.length}
            value={length ?? ''}
            onChange={(time, typing) => change({ ...rest, for: time }, typing ? 'for' : act('for'))}
          />
          <ProblemsAt path={pathOf(step, 'for')} />
          {length !== undefined && (
            <Summary>
              {calendar ? texts.readsWorking(durationText(length)) : texts.readsFor(durationText(length))}
            </Summary>
          )}
        </>
      )}
    </Group>
  )
}
