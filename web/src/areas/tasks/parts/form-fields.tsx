import type { Person } from '@throughline/contracts/running'
import type { Attachment } from '@throughline/contracts/tasks'
import type { FieldType, Field as FormField } from '@throughline/contracts/workflow-document'
import type { AnswerProblem } from '@throughline/flow/answers'
import type { Json } from '@throughline/flow/eval'
import type { FocusEvent } from 'react'
import { numberText } from '../../../shared/format/count.ts'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { Control } from '../form/control.tsx'
import { FileField } from '../form/file-field.tsx'
import { formTexts } from '../form/form.texts.ts'
import { TableField } from '../form/table-field.tsx'
import type { FormUploads } from '../form/use-form-uploads.ts'

const texts = formTexts.problems

const missing: Partial<Record<FieldType, string>> = {
  select: texts.chooseOne,
  person: texts.chooseOne,
  date: texts.chooseDay,
  file: texts.addFile,
  table: texts.addRow,
}

const isNumber = ({ type }: FormField) => type === 'number' || type === 'currency'

function tooSmall(field: FormField): string {
  if (!isNumber(field)) return field.min === undefined ? texts.required : texts.moreLetters(field.min)
  return field.min === undefined ? texts.tooSmallNumber : texts.atLeast(numberText(field.min))
}

function tooLarge(field: FormField): string {
  if (field.type === 'file') return texts.tooManyFiles
  if (field.type === 'table') return texts.tooManyRows
  return field.max === undefined ? texts.tooLargeNumber : texts.atMost(numberText(field.max))
}

const messages: Record<AnswerProblem, (field: FormField) => string> = {
  required: ({ type }) => missing[type] ?? texts.required,
  too_small: tooSmall,
  too_large: tooLarge,
  too_long: ({ max }) => (max === undefined ? texts.tooLong : texts.fewerLetters(max)),
  not_a_number: () => texts.notANumber,
  bad_email: () => texts.badEmail,
  bad_url: () => texts.badUrl,
  bad_phone: () => texts.badPhone,
  bad_date: () => texts.badDate,
  not_an_option: () => texts.notAnOption,
  bad_shape: () => texts.badShape,
}

/** Tells the person how to correct the answer. */
export const problemMessage = (field: FormField, problem: AnswerProblem): string => messages[problem](field)

type Problems = Record<string, AnswerProblem>

export type FormFieldsProps = {
  fields: readonly FormField[]
  /** By field name. */
  values: Record<string, Json>
  /** By field name; of a table also 'name.0.column'. */
  problems: Problems
  /** Names of fields that do not apply now. */
  hidden: readonly string[]
  onChange: (name: string, value: Json) => void
  onBlur?: (name: string) => void
  columns?: 1 | 2
  /** A file is sent at once; the answer holds its id. Without them files cannot be given here. */
  uploads?: FormUploads
  /** Files and people that answers already name. */
  files?: readonly Attachment[]
  people?: readonly Person[]
}

const WIDE = ['textarea', 'file', 'table']

/** A form as it is filled in: one question under the other, or two beside each other where there is room. */
export function FormFields(props: FormFieldsProps) {
  const { fields, values, problems, hidden, onChange, onBlur, columns = 1 } = props
  const { uploads, files = [], people = [] } = props
  return (
    <div className="@container max-[759px]:[--control-md:2.75rem]">
      <div className={cn('grid grid-cols-1 items-start gap-4', columns === 2 && '@min-[520px]:grid-cols-2')}>
        {fields
          .filter(({ name }) => !hidden.includes(name))
          .map((field) => (
            <div
              key={field.name}
              data-field={field.name}
              className={cn('min-w-0', columns === 2 && WIDE.includes(field.type) && '@min-[520px]:col-span-2')}
              onBlur={(event) => hasLeft(event) && onBlur?.(field.name)}
            >
              <Question
                field={field}
                value={values[field.name] ?? null}
                problems={within(problems, field.name)}
                onChange={(value) => onChange(field.name, value)}
                beside={columns === 2}
                {...{ uploads, files, people }}
              />
            </div>
          ))}
      </div>
    </div>
  )
}

/** A field's list of choices is elsewhere in the page: focus inside it hasn't left the field. */
function hasLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  if (!(relatedTarget instanceof HTMLElement)) return true
  return !currentTarget.contains(relatedTarget) && relatedTarget.closest('[role="listbox"]') === null
}

/** Those of one field; '' is the field itself. */
function within(problems: Problems, name: string): Problems {
  const own = Object.entries(problems).flatMap(([place, problem]): [string, AnswerProblem][] => {
    if (place === name) return [['', problem]]
    return place.startsWith(`${name}.`) ? [[place.slice(name.length + 1), problem]] : []
  })
  return Object.fromEntries(own)
}

type QuestionProps = {
  field: FormField
  value: Json
  problems: Problems
  onChange: (value: Json) => void
  /** Another may stand beside it, whose label it lines up with. */
  beside: boolean
  uploads: FormUploads | undefined
  files: readonly Attachment[]
  people: readonly Person[]
}

function Question({ field, problems, beside, uploads, files, people, ...rest }: QuestionProps) {
  const shared = { field, ...rest }
  if (field.type === 'checkbox')
    return (
      <div className={cn(beside && '@min-[520px]:pt-6.5')}>
        <Control {...shared} people={people} />
      </div>
    )
  return (
    <Field
      label={<span translate="no">{field.label}</span>}
      optional={!field.required}
      hint={field.help && <span translate="no">{field.help}</span>}
      error={errorIn(field, problems)}
    >
      {field.type === 'file' ? (
        <FileField {...shared} uploads={uploads} files={files} />
      ) : field.type === 'table' ? (
        <TableField {...shared} problems={problems} uploads={uploads} files={files} people={people} />
      ) : (
        <Control {...shared} people={people} />
      )}
    </Field>
  )
}

function errorIn(field: FormField, problems: Problems): string | undefined {
  const whole = problems['']
  if (whole) return problemMessage(field, whole)
  const first = Object.entries(problems)[0]
  if (!first) return undefined
  const [place, problem] = first
  const [row = '0'] = place.split('.', 1)
  const column = field.columns?.find(({ name }) => place === `${row}.${name}`)
  return column && texts.inRow(Number(row) + 1, column.label, problemMessage(column, problem))
}
