import type { Person } from '@throughline/contracts/running'
import type { Attachment } from '@throughline/contracts/tasks'
import type { Column, Field } from '@throughline/contracts/workflow-document'
import type { Json } from '@throughline/flow/eval'
import { dateText } from '../../../shared/format/time.ts'
import { cn } from '../../../ui/cn.ts'
import { AttachmentLink } from '../detail/attachments.tsx'
import { formTexts } from './form.texts.ts'
import { numberText } from './number-text.ts'
import { cellOf, isRow } from './stored-answers.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** An answer in words; empty where none was given. Files and tables have looks of their own. */
function answerText(field: Field, value: Json, people: readonly Person[]): string {
  if (field.type === 'checkbox') return value === true ? formTexts.yes : formTexts.no
  if (field.type === 'number' || field.type === 'currency') return numberText(value, field.type === 'currency')
  if (typeof value !== 'string') return ''
  if (field.type === 'select') return field.options?.find((option) => option.value === value)?.label ?? value
  if (field.type === 'person') return people.find(({ id }) => id === value)?.name ?? ''
  if (field.type === 'date' && DAY.test(value)) return dateText(`${value}T00:00:00Z`, 'UTC')
  return value
}

type ReadAnswersProps = {
  fields: readonly Field[]
  values: Record<string, Json>
  hidden: readonly string[]
  columns: 1 | 2
  files: readonly Attachment[]
  people: readonly Person[]
}

const WIDE = ['textarea', 'file', 'table']

/** A form that was filled in, or that somebody else fills in: to be read, not to be changed. */
export function ReadAnswers({ fields, values, hidden, columns, files, people }: ReadAnswersProps) {
  return (
    <div className="@container">
      <dl className={cn('grid grid-cols-1 gap-x-6 gap-y-4', columns === 2 && '@min-[520px]:grid-cols-2')}>
        {fields
          .filter(({ name }) => !hidden.includes(name))
          .map((field) => (
            <div
              key={field.name}
              className={cn('min-w-0', columns === 2 && WIDE.includes(field.type) && '@min-[520px]:col-span-2')}
            >
              <dt translate="no" className="text-sm text-fg-3">
                {field.label}
              </dt>
              <dd className="mt-0.5 text-md">
                <Answer field={field} value={values[field.name] ?? null} files={files} people={people} />
              </dd>
            </div>
          ))}
      </dl>
    </div>
  )
}

type AnswerProps = Pick<ReadAnswersProps, 'files' | 'people'> & { field: Field; value: Json }

function Answer({ field, value, files, people }: AnswerProps) {
  if (field.type === 'file') {
    const ids = Array.isArray(value) ? value : []
    const named = files.filter(({ id }) => ids.includes(id))
    if (named.length === 0 && ids.length > 0) return <span className="text-fg-3">{formTexts.file.deleted}</span>
    if (named.length > 0)
      return (
        <ul className="mt-1 grid grid-cols-1 gap-1.5 text-sm">
          {named.map((file) => (
            <li key={file.id}>
              <AttachmentLink file={file} />
            </li>
          ))}
        </ul>
      )
  }
  if (field.type === 'table' && Array.isArray(value) && value.length > 0)
    return <Rows columns={field.columns ?? []} rows={value} people={people} />
  const text = answerText(field, value, people)
  if (text === '') return <span className="text-fg-3">{formTexts.noAnswer}</span>
  return (
    <span translate="no" className="break-words whitespace-pre-line">
      {text}
    </span>
  )
}

function Rows({
  columns,
  rows,
  people,
}: {
  columns: readonly Column[]
  rows: readonly Json[]
  people: readonly Person[]
}) {
  return (
    <div className="mt-1 overflow-x-auto rounded-sm border">
      <table className="w-full text-sm">
        <thead className="bg-surface-2 text-xs text-fg-3">
          <tr>
            {columns.map(({ name, label }) => (
              <th key={name} scope="col" translate="no" className="h-8 px-3 text-left font-medium whitespace-nowrap">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.filter(isRow).map((row, n) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row has nothing of its own but its place
            <tr key={n} className="border-t">
              {columns.map((column) => (
                <td key={column.name} translate="no" className="px-3 py-1.5">
                  {answerText(column, cellOf(row, column), people)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
