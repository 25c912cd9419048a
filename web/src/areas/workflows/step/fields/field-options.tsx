import { variableOf } from '@throughline/flow/compile'
import { Plus } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { moved, OrderButtons } from '../parts/order-buttons.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { TextLine } from '../parts/text-line.tsx'
import { act, useEditable } from '../step-context.ts'
import { texts } from './fields.texts.ts'

type Option = { value: string; label: string }

type FieldOptionsProps = {
  options: readonly Option[]
  onChange: (options: Option[], what: string) => void
  path: string
}

/** The stored value follows the label as long as it is only another spelling of it. */
function relabelled(option: Option, label: string): Option {
  return {
    label,
    value: option.value === variableOf({ name: option.label }) ? variableOf({ name: label }) : option.value,
  }
}

export function FieldOptions({ options, onChange, path }: FieldOptionsProps) {
  const editable = useEditable()
  const add = () => {
    const label = texts.newOption(options.length + 1)
    onChange([...options, { label, value: variableOf({ name: label }) }], act('add choice'))
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{texts.options}</legend>
      <ol className="space-y-1.5">
        {options.map((option, at) => (
          <li key={at} className="grid grid-cols-[minmax(0,1fr)_auto] gap-1">
            <div className="grid min-w-0 grid-cols-2 gap-1">
              <TextLine
                bare
                label={texts.optionLabel(at + 1)}
                value={option.label}
                onChange={(label) => onChange(options.with(at, relabelled(option, label)), `options ${at}`)}
              />
              <TextLine
                bare
                mono
                label={texts.optionValue(at + 1)}
                value={option.value}
                onChange={(value) => onChange(options.with(at, { ...option, value }), `options value ${at}`)}
              />
            </div>
            <OrderButtons
              name={option.label}
              at={at}
              count={options.length}
              onMove={(by) => onChange(moved(options, at, by), act('move choice'))}
              onRemove={() => onChange(options.toSpliced(at, 1), act('remove choice'))}
            />
          </li>
        ))}
      </ol>
      <ProblemsAt path={path} deep />
      {editable && (
        <Button size="sm" icon={Plus} className="mt-2" onClick={add}>
          {texts.addOption}
        </Button>
      )}
    </fieldset>
  )
}
