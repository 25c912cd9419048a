import { type Variable, VarType } from '@throughline/contracts/workflow-document'
import { useTyped } from '../../../shared/expressions/use-typed.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { relabelled, retyped, withDefault } from './variable-edits.ts'
import { texts } from './variables.texts.ts'

type VariableDetailsProps = { variable: Variable; onChange: (variable: Variable) => void }

const types = VarType.options.map((value) => ({ value, label: texts.types[value] }))

export function VariableDetails({ variable, onChange }: VariableDetailsProps) {
  const [label, typeLabel] = useTyped(variable.label ?? '', (text) => onChange(relabelled(variable, text)))
  return (
    <>
      <Field label={texts.label}>
        <Input value={label} onChange={(event) => typeLabel(event.target.value)} />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={texts.type}>
          <Select value={variable.type} items={types} onChange={(type) => onChange(retyped(variable, type))} />
        </Field>
        <Default key={variable.type} variable={variable} onChange={onChange} />
      </div>
    </>
  )
}

type Answer = 'none' | 'true' | 'false'
const answers: { value: Answer; label: string }[] = [
  { value: 'none', label: texts.noDefault },
  { value: 'true', label: texts.yes },
  { value: 'false', label: texts.no },
]

/** Only what one line can say; lists and the like have their default in the JSON view. */
function Default({ variable, onChange }: VariableDetailsProps) {
  const { type, default: value } = variable
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const [shown, typeText] = useTyped(text, (next) => {
    const number = Number(next)
    const given = type === 'number' && next !== '' ? number : next
    if (typeof given !== 'number' || Number.isFinite(given)) onChange(withDefault(variable, given))
  })
  if (type === 'boolean')
    return (
      <Field label={texts.default}>
        <Select
          value={value === true ? 'true' : value === false ? 'false' : 'none'}
          items={answers}
          onChange={(answer) => onChange(withDefault(variable, answer === 'none' ? undefined : answer === 'true'))}
        />
      </Field>
    )
  if (type !== 'string' && type !== 'number' && type !== 'date') return null
  return (
    <Field label={texts.default}>
      <Input
        type={type === 'string' ? 'text' : type}
        {...(type === 'number' && { step: 'any' })}
        value={shown}
        placeholder={texts.noDefault}
        onChange={(event) => typeText(event.target.value)}
      />
    </Field>
  )
}
