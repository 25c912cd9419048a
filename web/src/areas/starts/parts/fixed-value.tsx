import type { Schedule } from '@throughline/contracts/starts'
import type { Target } from '@throughline/flow/form-mapping'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { PersonPicker } from '../../tasks/parts/person-picker.tsx'
import { texts } from '../starts.texts.ts'

type FixedValueProps = {
  target: Target
  /** As typed. */
  value: string
  /** Members whom values name already. */
  people: Schedule['people']
  disabled?: boolean
  onChange: (text: string) => void
}

/** The one value that every start gives a variable. */
export function FixedValue({ target, value, people, disabled = false, onChange }: FixedValueProps) {
  const { variable, type, options } = target
  const label = texts.valueFor(variable)
  if (options)
    return <Select label={label} value={value || null} onChange={onChange} items={options} disabled={disabled} />
  if (type === 'person')
    return (
      <PersonPicker
        label={label}
        value={value}
        known={people.map((one) => ({ ...one, photo: null, username: null }))}
        disabled={disabled}
        onChange={onChange}
      />
    )
  return (
    <Input
      aria-label={label}
      type={type === 'number' || type === 'date' ? type : 'text'}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
