import type { FormElement } from '@throughline/contracts/form-content'
import { fieldOf } from '@throughline/flow/form'
import { useTyped } from '../../../../shared/expressions/use-typed.ts'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { texts } from '../../builder.texts.ts'
import type { Edits } from '../use-edits.ts'

type LimitProps = {
  label: string
  value: number | undefined
  onChange: (value: number | undefined) => void
  min?: number
  max?: number
  optional?: boolean
}

/** What is no number within the bounds stays in the box and is not kept. */
function NumberField({ label, value, onChange, min, max, optional = false }: LimitProps) {
  const [text, type] = useTyped(value === undefined ? '' : String(value), (typed) => {
    const number = Number(typed)
    if (typed === '') {
      if (optional) onChange(undefined)
    } else if (Number.isFinite(number) && number >= (min ?? -Infinity) && number <= (max ?? Infinity)) onChange(number)
  })
  return (
    <Field label={label} optional={optional} className="min-w-0">
      <Input type="number" min={min} max={max} value={text} onChange={({ target }) => type(target.value)} />
    </Field>
  )
}

const ROWS = { min: 2, max: 10 }
const LENGTHS = ['text', 'textarea', 'email', 'phone', 'url']

/** What an answer may hold, and the name under which an address fills it in. */
export function LimitFields({ element, edits }: { element: FormElement; edits: Edits }) {
  const { id, rows = 4, min, max, maxFiles = 1, maxFileSize = 5, acceptedFileTypes = '', prefill = '' } = element
  const type = fieldOf(element)?.type
  const set = (patch: Partial<FormElement>, what: string) => edits.change(id, patch, what)
  const sized = type === 'number' || (type !== undefined && LENGTHS.includes(type))
  const accepted = typeof acceptedFileTypes === 'string' ? acceptedFileTypes : acceptedFileTypes.join(', ')
  return (
    <>
      {type === 'textarea' && (
        <NumberField label={texts.rows} {...ROWS} value={rows} onChange={(value) => set({ rows: value }, 'rows')} />
      )}
      {sized && (
        <div className="grid grid-cols-2 gap-3">
          <NumberField
            optional
            label={type === 'number' ? texts.least : texts.minLength}
            {...(type !== 'number' && { min: 0 })}
            value={min}
            onChange={(value) => set({ min: value }, 'min')}
          />
          <NumberField
            optional
            label={type === 'number' ? texts.most : texts.maxLength}
            {...(type !== 'number' && { min: 0 })}
            value={max}
            onChange={(value) => set({ max: value }, 'max')}
          />
        </div>
      )}
      {type === 'file' && (
        <>
          <div className="grid grid-cols-2 gap-3">
            <NumberField
              label={texts.maxFiles}
              min={1}
              max={20}
              value={maxFiles}
              onChange={(value) => set({ maxFiles: value }, 'maxFiles')}
            />
            <NumberField
              label={texts.maxFileSize}
              min={1}
              max={1_000}
              value={maxFileSize}
              onChange={(value) => set({ maxFileSize: value }, 'maxFileSize')}
            />
          </div>
          <Field label={texts.accepted} optional hint={texts.acceptedHint}>
            <Input
              maxLength={500}
              placeholder=".pdf, image/*"
              value={accepted}
              onChange={({ target }) => set({ acceptedFileTypes: target.value || undefined }, 'accepted')}
            />
          </Field>
        </>
      )}
      {type !== 'file' && (
        <Field label={texts.prefill} optional hint={texts.prefillHint(prefill || id)}>
          <Input
            maxLength={60}
            placeholder={id}
            value={prefill}
            onChange={({ target }) => set({ prefill: target.value.trim() || undefined }, 'prefill')}
          />
        </Field>
      )}
    </>
  )
}
