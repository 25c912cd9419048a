import type { ReportParameter } from '@throughline/contracts/reports'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { editorTexts as texts } from '../reports.texts.ts'

const TYPES = ['text', 'number', 'date', 'boolean'] as const
const INPUTS = { text: 'text', number: 'text', date: 'date' } as const

/** Another type begins with a value that it can have. */
const emptyOf = (type: ReportParameter['type'], today: string) =>
  type === 'date' ? today : type === 'boolean' ? 'true' : ''

type ValueFieldProps = { parameter: ReportParameter; onChange: (value: string) => void }

/** The value of one parameter, as its type wants it. */
export function ValueField({ parameter: { name, type, value }, onChange }: ValueFieldProps) {
  if (type === 'boolean')
    return (
      <Select
        label={texts.valueOf(name)}
        value={value === 'false' ? 'false' : 'true'}
        items={[
          { value: 'true', label: texts.yes },
          { value: 'false', label: texts.no },
        ]}
        onChange={onChange}
        className="w-24"
      />
    )
  return (
    <Input
      size="sm"
      type={INPUTS[type]}
      inputMode={type === 'number' ? 'decimal' : undefined}
      aria-label={texts.valueOf(name)}
      value={value}
      maxLength={1000}
      onChange={(event) => onChange(event.target.value)}
      className="w-40"
    />
  )
}

type ParameterFieldsProps = {
  parameters: readonly ReportParameter[]
  today: string
  onChange: (parameters: ReportParameter[]) => void
}

/** The parameters that the query names, with their types and values. */
export function ParameterFields({ parameters, today, onChange }: ParameterFieldsProps) {
  if (parameters.length === 0) return null
  const change = (name: string, changes: Partial<ReportParameter>) =>
    onChange(parameters.map((one) => (one.name === name ? { ...one, ...changes } : one)))
  return (
    <fieldset className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t px-4 py-2">
      <legend className="sr-only">{texts.parameters}</legend>
      <span aria-hidden className="text-sm text-fg-3">
        {texts.parameters}
      </span>
      {parameters.map((parameter) => {
        const { name, type } = parameter
        return (
          <span key={name} className="inline-flex items-center gap-1.5">
            <span translate="no" className="rounded-xs bg-accent-subtle px-1 font-mono text-xs text-accent-text">
              {name}
            </span>
            <Select
              quiet
              label={texts.typeOf(name)}
              className="min-w-18 shrink-0"
              value={type}
              items={TYPES.map((value) => ({ value, label: texts.types[value] }))}
              onChange={(next) => change(name, { type: next, value: emptyOf(next, today) })}
            />
            <ValueField parameter={parameter} onChange={(value) => change(name, { value })} />
          </span>
        )
      })}
      <span className="ml-auto text-xs text-fg-3 max-[1100px]:hidden">{texts.everyTime}</span>
    </fieldset>
  )
}
