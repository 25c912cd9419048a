import type { AnswerField } from '@throughline/flow/form'
import { type Target, typeOfAnswer } from '@throughline/flow/form-mapping'
import { ArrowRight, Plus, TriangleAlert, X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { texts } from '../triggers.texts.ts'
import { canAddRow, type DraftProblems, emptyRow, type MappingRow, type TriggerDraft } from './trigger-draft.ts'

type MappingRowsProps = {
  draft: TriggerDraft
  fields: readonly AnswerField[]
  targets: readonly Target[]
  problems: DraftProblems
  onChange: (draft: TriggerDraft) => void
}

const MOST_NAMED = 3

function notMapped({ rows }: TriggerDraft, fields: readonly AnswerField[]): string | undefined {
  const left = fields.filter(({ name }) => !rows.some(({ element }) => element === name)).map(({ label }) => label)
  if (left.length === 0) return undefined
  const named = left.slice(0, MOST_NAMED).join(', ')
  return texts.notMapped(left.length > MOST_NAMED ? texts.andMore(named, left.length - MOST_NAMED) : named)
}

/** Which field gives its answer to which variable. */
export function MappingRows({ draft, fields, targets, problems, onChange }: MappingRowsProps) {
  const list = useId()
  const put = (row: MappingRow) =>
    onChange({ ...draft, rows: draft.rows.map((one) => (one.key === row.key ? row : one)) })
  const left = notMapped(draft, fields)
  return (
    <>
      <datalist id={list}>
        {targets.map(({ variable, label }) => (
          <option key={variable} value={variable}>
            {label}
          </option>
        ))}
      </datalist>
      <ul className="divide-y border-y">
        {draft.rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            fields={fields.filter(
              ({ name }) => name === row.element || !draft.rows.some(({ element }) => element === name),
            )}
            all={fields}
            targets={targets}
            list={list}
            problem={problems.rows.get(row.element)}
            onChange={put}
            onRemove={() => onChange({ ...draft, rows: draft.rows.filter(({ key }) => key !== row.key) })}
          />
        ))}
      </ul>
      <div className="flex items-center gap-3 px-3 py-2.5">
        <Button
          size="sm"
          icon={Plus}
          disabled={!canAddRow(draft, fields)}
          onClick={() => onChange({ ...draft, rows: [...draft.rows, emptyRow()] })}
        >
          {texts.addRow}
        </Button>
        {left && <span className="ml-auto min-w-0 truncate text-xs text-fg-3">{left}</span>}
      </div>
    </>
  )
}

type RowProps = {
  row: MappingRow
  fields: readonly AnswerField[]
  all: readonly AnswerField[]
  targets: readonly Target[]
  list: string
  problem: ReturnType<DraftProblems['rows']['get']>
  onChange: (row: MappingRow) => void
  onRemove: () => void
}

function Row({ row, fields, all, targets, list, problem, onChange, onRemove }: RowProps) {
  const note = useId()
  const field = all.find(({ name }) => name === row.element)
  const target = targets.find(({ variable }) => variable === row.variable)
  const isWrong = problem !== undefined
  return (
    <li className={cn('px-3 py-2', isWrong && 'bg-danger-bg')}>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label={texts.field}
          placeholder={texts.chooseField}
          value={row.element || null}
          onChange={(element) => onChange({ key: row.key, element, variable: row.variable })}
          items={fields.map(({ name, label }) => ({ value: name, label }))}
          className="w-52! flex-none"
        />
        <TypeChip>{field && texts.types[typeOfAnswer(field)]}</TypeChip>
        <ArrowRight size={14} aria-hidden className={isWrong ? 'text-danger-fg' : 'text-fg-3'} />
        <Input
          aria-label={texts.variable}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? note : undefined}
          list={list}
          translate="no"
          spellCheck={false}
          value={row.variable}
          onChange={(event) => onChange({ key: row.key, element: row.element, variable: event.currentTarget.value })}
          className="w-44! flex-none font-mono text-xs"
        />
        <TypeChip>{target && texts.types[target.type]}</TypeChip>
        <span className="min-w-14 flex-1 text-xs text-fg-3">{row.by && texts.by[row.by]}</span>
        <IconButton label={texts.removeRow} icon={X} size="sm" onClick={onRemove} />
      </div>
      {problem && (
        <p id={note} className="mt-1 flex items-center gap-1.5 text-xs text-danger-fg">
          <TriangleAlert size={13} aria-hidden />
          {problem.code === 'does_not_fit'
            ? texts.problems.does_not_fit(texts.types[problem.answer], texts.types[problem.wanted])
            : texts.problems[problem.code]}
        </p>
      )}
    </li>
  )
}

const TypeChip = ({ children }: { children: string | undefined }) => (
  <span
    translate="no"
    className="w-16 rounded-xs bg-surface-3 px-1.5 py-0.5 text-center font-mono text-2xs text-fg-2 empty:invisible"
  >
    {children}
  </span>
)
