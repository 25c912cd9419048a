import { BUILTIN_TOOLS } from '@throughline/contracts/tools'
import type { Problem } from '@throughline/flow/compile'
import type { FlowDoc, Step } from '@throughline/flow/document'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { FieldsEditor } from '../step/fields-editor.tsx'
import { texts } from './add.texts.ts'
import { withTool } from './form-steps.ts'

const words = texts.form
const TOOLS = BUILTIN_TOOLS.map(({ id, name, description }) => ({ value: id, label: name, hint: description }))

type StepDetailsProps = {
  id: string
  doc: FlowDoc
  step: Step
  problems: readonly Problem[]
  onChange: (step: Step) => void
}

function described(step: Step, description: string): Step {
  const { description: _, ...rest } = step
  return description ? { ...rest, description } : rest
}

export function StepDetails({ id, doc, step, problems, onChange }: StepDetailsProps) {
  return (
    <div id={id} className="space-y-3 border-t border-dashed bg-surface-2 py-3 pr-3 pl-[3.25rem]">
      <Field label={words.stepDescription}>
        <Textarea
          rows={1}
          maxLength={2000}
          value={step.description ?? ''}
          onChange={(event) => onChange(described(step, event.target.value))}
        />
      </Field>
      {step.type === 'tool' && step.tool_id !== null && (
        <Field label={words.tool}>
          <Select value={step.tool_id} onChange={(tool) => onChange(withTool(step, tool))} items={TOOLS} />
        </Field>
      )}
      {step.type === 'manual' && (
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">{words.fields}</legend>
          <FieldsEditor
            doc={doc}
            problems={problems}
            path={`/steps/${step.id}/fields`}
            fields={step.fields}
            onChange={(fields) => onChange({ ...step, fields })}
          />
        </fieldset>
      )}
    </div>
  )
}
