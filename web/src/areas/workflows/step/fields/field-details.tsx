import { variableOf } from '@throughline/flow/compile'
import type { Field } from '@throughline/flow/document'
import { ChevronRight, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { cn } from '../../../../ui/cn.ts'
import { ExpressionLine } from '../expressions/expression-line.tsx'
import { moved, OrderButtons } from '../parts/order-buttons.tsx'
import { PickLine } from '../parts/pick-line.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { TextLine } from '../parts/text-line.tsx'
import { act, put, useEditable } from '../step-context.ts'
import { typeItems } from './add-field.tsx'
import { texts } from './fields.texts.ts'
import { NumberLine } from './number-line.tsx'

type FieldDetailsProps = {
  field: Field
  column: boolean
  path: string
  onChange: (field: Field, what: string) => void
  /** Edits the columns of a table. */
  columns: ReactNode
}

const text = (typed: string) => (typed.trim() === '' ? undefined : typed)

/** What a type does not use goes when the type changes. */
function retyped(field: Field, type: Field['type']): Field {
  const { options, columns, min, max, default: _, ...rest } = field
  const counts = type === 'number' || type === 'currency'
  return {
    ...rest,
    type,
    ...(type === 'select' && options && { options }),
    ...(type === 'table' && columns && { columns }),
    ...(counts && min !== undefined && { min }),
    ...(counts && max !== undefined && { max }),
  }
}

export function FieldDetails({ field, column, path, onChange, columns }: FieldDetailsProps) {
  const editable = useEditable()
  const set = <K extends keyof Field>(key: K, value: Field[K]) => onChange(put(field, key, value), key)
  return (
    <div className="space-y-3">
      <TextLine
        label={texts.label}
        value={field.label}
        onChange={(typed) => set('label', typed)}
        path={`${path}/label`}
      />
      <div className="grid grid-cols-2 gap-2">
        <TextLine
          mono
          label={texts.name}
          value={field.name}
          onChange={(typed) => set('name', typed)}
          path={`${path}/name`}
        />
        <PickLine
          label={texts.type}
          value={field.type}
          items={typeItems(column)}
          onChange={(type) => onChange(retyped(field, type), act('type'))}
        />
      </div>
      <Checkbox
        checked={field.required ?? false}
        disabled={!editable}
        onChange={(required) => onChange(put(field, 'required', required || undefined), act('required'))}
      >
        {texts.required}
      </Checkbox>
      {(field.type === 'number' || field.type === 'currency') && (
        <div className="grid grid-cols-2 gap-2">
          <NumberLine label={texts.min} value={field.min} onChange={(min) => set('min', min)} path={`${path}/min`} />
          <NumberLine label={texts.max} value={field.max} onChange={(max) => set('max', max)} path={`${path}/max`} />
        </div>
      )}
      {field.type === 'select' && (
        <FieldOptions
          options={field.options ?? []}
          onChange={(options, what) => onChange(put(field, 'options', options), what)}
          path={`${path}/options`}
        />
      )}
      {field.type === 'table' && (
        <div>
          <p className="mb-1.5 text-sm font-medium">{texts.columns}</p>
          {columns}
        </div>
      )}
      <Further field={field} column={column} path={path} set={set} />
    </div>
  )
}

type FurtherProps = {
  field: Field
  column: boolean
  path: string
  set: (key: 'placeholder' | 'help' | 'variable' | 'show_if', value: string | undefined) => void
}

function Further({ field, column, path, set }: FurtherProps) {
  const [open, setOpen] = useState(Boolean(field.placeholder ?? field.help ?? field.variable ?? field.show_if))
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex items-center gap-1 rounded-xs text-xs font-medium text-fg-2 hover:text-fg"
      >
        <ChevronRight size={12} aria-hidden className={cn('transition-transform', open && 'rotate-90')} />
        {texts.more}
      </button>
      {open ? (
        <div className="mt-2.5 space-y-3">
          <TextLine
            label={texts.placeholder}
            value={field.placeholder ?? ''}
            onChange={(typed) => set('placeholder', text(typed))}
          />
          <TextLine label={texts.help} value={field.help ?? ''} onChange={(typed) => set('help', text(typed))} />
          {!column && (
            <>
              <TextLine
                mono
                label={texts.variable}
                value={field.variable ?? ''}
                placeholder={variableOf({ name: field.name })}
                onChange={(typed) => set('variable', text(typed))}
                path={`${path}/variable`}
              />
              <ExpressionLine
                label={texts.showIf}
                value={field.show_if ?? ''}
                placeholder={texts.showIfPlaceholder}
                reads="truth"
                onChange={(typed) => set('show_if', text(typed))}
                path={`${path}/show_if`}
              />
            </>
          )}
        </div>
      ) : (
        <>
          <ProblemsAt path={`${path}/variable`} />
          <ProblemsAt path={`${path}/show_if`} />
        </>
      )}
    </div>
  )
}

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

function FieldOptions({ options, onChange, path }: FieldOptionsProps) {
  const editable = useEditable()
  const [added, setAdded] = useState<number>()
  const add = () => {
    const label = texts.newOption(options.length + 1)
    setAdded(options.length)
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
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- a choice that was just added is named first
                autoFocus={at === added}
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
