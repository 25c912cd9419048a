import type { Tool, ToolParameter } from '@throughline/contracts/tools'
import type { ToolStep } from '@throughline/flow/document'
import type { Json } from '@throughline/flow/eval'
import { useState } from 'react'
import { Tag } from '../../../../ui/tag.tsx'
import { ExpressionLine } from '../expressions/expression-line.tsx'
import { Group } from '../parts/group.tsx'
import { OrderButtons } from '../parts/order-buttons.tsx'
import { PickLine } from '../parts/pick-line.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { pathOf, put, useEditing } from '../step-context.ts'
import { useInputPreview } from './input-preview.ts'
import { texts as kindsTexts } from './kinds.texts.ts'
import { PreviewLine, ValuesFrom } from './preview-line.tsx'

const texts = kindsTexts.tool

const MAX_WRITTEN = 50

const isSet = (value: Json | undefined) => value !== undefined && value !== ''

/** What the tool is given: texts in which variables can stand. */
export function ToolInput({ step, tool }: { step: ToolStep; tool: Tool | undefined }) {
  const { change } = useEditing()
  const preview = useInputPreview(step)
  const given: Record<string, Json> = step.input?.parameters ?? {}
  const path = pathOf(step, 'input')
  const needed = tool?.parameters.filter(({ required }) => required) ?? []
  const filled = needed.filter(({ name }) => isSet(given[name])).length
  const set = (name: string, value: Json | undefined) => {
    const { [name]: _, ...others } = given
    const parameters = value === undefined || value === '' ? others : { ...given, [name]: value }
    change(put(step, 'input', { ...step.input, parameters }), `parameter ${name}`)
  }
  const others = Object.keys(given).filter((name) => !tool?.parameters.some((one) => one.name === name))
  return (
    <Group
      title={texts.input}
      holds={[path]}
      action={filled < needed.length && <Tag tone="danger">{texts.required(filled, needed.length)}</Tag>}
    >
      <ValuesFrom preview={preview} />
      {tool?.parameters.map((parameter) => (
        <div key={parameter.name}>
          <Parameter
            parameter={parameter}
            value={given[parameter.name]}
            onChange={(value) => set(parameter.name, value)}
            path={`${path}/parameters/${parameter.name}`}
          />
          <PreviewLine preview={preview.of(parameter.name)} />
        </div>
      ))}
      {others.map((name) => (
        <div key={name} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-1">
          <Written
            label={tool ? texts.unknownParameter(name) : name}
            value={given[name]}
            rows={1}
            required={false}
            onChange={(value) => set(name, value)}
            path={`${path}/parameters/${name}`}
          />
          <OrderButtons name={name} at={0} count={1} onRemove={() => set(name, undefined)} />
        </div>
      ))}
      {(!tool || step.input?.prompt !== undefined) && (
        <ExpressionLine
          template
          rows={3}
          label={texts.prompt}
          hint={texts.promptHint}
          value={step.input?.prompt ?? ''}
          onChange={(prompt) =>
            change(put(step, 'input', put(step.input ?? {}, 'prompt', prompt || undefined)), 'prompt')
          }
          path={`${path}/prompt`}
        />
      )}
    </Group>
  )
}

type ParameterProps = {
  parameter: ToolParameter
  value: Json | undefined
  onChange: (value: Json | undefined) => void
  path: string
}

function Parameter({ parameter: { label, kind, required, options = [] }, value, onChange, path }: ParameterProps) {
  if (kind === 'choice') {
    const present = typeof value === 'string' && !options.includes(value) ? [value] : []
    return (
      <div>
        <PickLine
          label={label}
          required={required}
          placeholder={texts.chooseValue}
          value={typeof value === 'string' ? value : null}
          items={[...present, ...options].map((one) => ({ value: one, label: one }))}
          onChange={onChange}
        />
        <ProblemsAt path={path} />
      </div>
    )
  }
  if (kind === 'json')
    return <JsonText label={label} value={value} required={required} onChange={onChange} path={path} />
  return (
    <Written
      label={label}
      value={value}
      rows={kind === 'long' ? 3 : 1}
      required={required}
      onChange={onChange}
      path={path}
    />
  )
}

type WrittenProps = Omit<ParameterProps, 'parameter'> & { label: string; rows: number; required: boolean }

function Written({ label, value, rows, required, onChange, path }: WrittenProps) {
  const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  return (
    <ExpressionLine
      template
      label={label}
      rows={rows}
      required={required}
      value={text}
      onChange={onChange}
      path={path}
    />
  )
}

/** JSON where it can be read as such; until then the text itself. */
function readJson(text: string): Json {
  try {
    const value: Json = JSON.parse(text)
    return value
  } catch {
    return text
  }
}

const printed = (value: Json | undefined) =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)

function JsonText({ label, value, required, onChange, path }: Omit<WrittenProps, 'rows'>) {
  // The text that a value was written as, so that it does not change its shape under the hands.
  const [written, setWritten] = useState<readonly { json: string; text: string }[]>([])
  const json = JSON.stringify(value ?? '')
  const text = written.findLast((one) => one.json === json)?.text ?? printed(value)
  return (
    <ExpressionLine
      template
      rows={2}
      label={label}
      required={required}
      value={text}
      hint={typeof value === 'string' && value !== '' && !value.includes('{{') ? texts.notJson : undefined}
      onChange={(next) => {
        setWritten([...written.slice(-MAX_WRITTEN), { json: JSON.stringify(readJson(next)), text: next }])
        onChange(next.trim() === '' ? undefined : readJson(next))
      }}
      path={path}
    />
  )
}
