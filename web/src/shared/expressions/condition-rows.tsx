import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { browserZone } from '../format/moments.ts'
import { dayKey } from '../format/time.ts'
import { readingTexts, texts } from './expressions.texts.ts'
import { newRow } from './new-row.ts'
import { fits, OPERATORS, type Operator, PRIORITY, type Row, type Rows, takesValue, withOperator } from './rows.ts'
import { type ExpressionScope, useExpressionScope } from './scope.ts'
import { useTyped } from './use-typed.ts'

type ConditionRowsProps = {
  value: Rows
  onChange: (rows: Rows, typing: boolean) => void
  /** Stands at the end of the line that adds more. */
  action: ReactNode
}

/** Comparisons, one per line, joined by "and" or by "or". */
export function ConditionRows({ value: { join, rows }, onChange, action }: ConditionRowsProps) {
  const scope = useExpressionScope()
  const first = subjects(scope)[0]
  const add = (with_: Rows['join']) => {
    const row = newRow(rows.at(-1)?.subject ?? first?.value ?? PRIORITY, scope)
    onChange({ join: with_, rows: [...rows, row] }, false)
  }
  const replace = (at: number, row: Row, typing = false) => onChange({ join, rows: rows.with(at, row) }, typing)
  if (rows.length === 0)
    return (
      <div className="space-y-1.5">
        <Select
          label={texts.variable}
          value={null}
          placeholder={texts.chooseVariable}
          items={subjects(scope)}
          onChange={(subject) => onChange({ join, rows: [newRow(subject, scope)] }, false)}
        />
        <div className="flex justify-end">{action}</div>
      </div>
    )
  return (
    <div className="space-y-1.5">
      {rows.map((row, at) => (
        <div key={at}>
          {at > 0 && <p className="mb-1 text-xs text-fg-3">{texts[join]}</p>}
          <RowLine
            row={row}
            onChange={(next, typing) => replace(at, next, typing)}
            onRemove={rows.length > 1 ? () => onChange({ join, rows: rows.toSpliced(at, 1) }, false) : undefined}
          />
        </div>
      ))}
      <div className="-ml-2 flex">
        {(['and', 'or'] as const)
          .filter((one) => rows.length < 2 || one === join)
          .map((one) => (
            <Button key={one} size="sm" variant="ghost" className="text-accent-text!" onClick={() => add(one)}>
              {texts[one]}
            </Button>
          ))}
        <span className="flex-1" />
        {action}
      </div>
    </div>
  )
}

const subjects = (scope: ExpressionScope) => [
  ...scope.variables().map(({ name, sure }) => ({
    value: name,
    label: scope.labels.variable(name),
    ...(!sure && { hint: texts.maybe }),
  })),
  // Only where there is an instance to have one.
  ...(scope.labels.type(PRIORITY) ? [{ value: PRIORITY, label: texts.priority }] : []),
]

type RowLineProps = { row: Row; onChange: (row: Row, typing?: boolean) => void; onRemove: (() => void) | undefined }

function RowLine({ row, onChange, onRemove }: RowLineProps) {
  const scope = useExpressionScope()
  const type = scope.labels.type(row.subject) ?? 'string'
  const isTime = type === 'date' || type === 'datetime'
  const short = type === 'number' && takesValue(row.operator)
  const verb = (operator: Operator) =>
    isTime && Object.hasOwn(readingTexts.times, operator)
      ? Reflect.get(readingTexts.times, operator)
      : readingTexts.operators[operator]
  return (
    <div className="@container flex items-start gap-1">
      <div
        className={cn(
          'grid min-w-0 flex-1 grid-cols-2 gap-1.5',
          short && '@min-[310px]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_4.5rem]',
        )}
      >
        <Select
          label={texts.variable}
          value={row.subject}
          items={subjects(scope)}
          onChange={(subject) => onChange(newRow(subject, scope))}
          className="min-w-0"
        />
        <Select
          label={texts.compare}
          value={row.operator}
          items={OPERATORS[type].map((operator) => ({ value: operator, label: verb(operator) }))}
          onChange={(operator) => onChange(withOperator(row, operator, scope.isSure(row.subject)))}
          className="min-w-0"
        />
        {takesValue(row.operator) && (
          <div className={cn('col-span-2 min-w-0', short && '@min-[310px]:col-span-1')}>
            <ValueField row={row} onChange={onChange} isTime={isTime} />
          </div>
        )}
      </div>
      {onRemove && <IconButton label={texts.removeRow} icon={X} size="sm" className="mt-1" onClick={onRemove} />}
    </div>
  )
}

type ValueFieldProps = { row: Row; onChange: (row: Row, typing?: boolean) => void; isTime: boolean }

function ValueField({ row, onChange, isTime }: ValueFieldProps) {
  const options = useExpressionScope().options(row.subject)
  const give = (value: string, typing = false) => onChange({ ...row, value }, typing)
  if (options && (row.operator === 'eq' || row.operator === 'ne' || row.operator === 'has'))
    return (
      <Select
        label={texts.value}
        value={row.value}
        items={withPresent(options, row.value)}
        onChange={(value) => give(value)}
      />
    )
  if (isTime) return <DayField value={row.value} onChange={give} />
  return <TypedValue row={row} onChange={(value) => give(value, true)} />
}

const withPresent = (options: readonly { value: string; label: string }[], present: string) =>
  options.some(({ value }) => value === present) ? options : [{ value: present, label: present }, ...options]

/** What cannot be compared stays in the box and is not given on. */
function TypedValue({ row, onChange }: { row: Row; onChange: (value: string) => void }) {
  const type = useExpressionScope().labels.type(row.subject) ?? 'string'
  const [text, typed] = useTyped(
    row.value,
    (value) => fits(value.trim(), type) && onChange(type === 'number' ? value.trim() : value),
  )
  const wrong = !fits(text.trim(), type)
  return (
    <>
      <Input
        aria-label={texts.value}
        aria-invalid={wrong || undefined}
        inputMode={type === 'number' ? 'decimal' : undefined}
        value={text}
        onChange={({ target }) => typed(target.value)}
      />
      {wrong && (
        <p role="alert" className="mt-1 text-xs text-danger-fg">
          {texts.needsNumber}
        </p>
      )}
    </>
  )
}

/** As the date field beside it counts days. */
const dayHere = () => dayKey(Date.now(), browserZone())

function DayField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const today = value === 'today'
  return (
    <div className="grid grid-cols-2 gap-1.5">
      <Select
        label={texts.which}
        value={today ? 'today' : 'day'}
        items={[
          { value: 'today', label: texts.today },
          { value: 'day', label: texts.aDay },
        ]}
        onChange={(which) => onChange(which === 'today' ? 'today' : dayHere())}
      />
      {!today && (
        <Input
          type="date"
          aria-label={texts.value}
          value={value}
          onChange={({ target }) => target.value && onChange(target.value)}
        />
      )}
    </div>
  )
}
