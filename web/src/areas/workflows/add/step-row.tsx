import { BUILTIN_TOOLS } from '@throughline/contracts/tools'
import type { Problem } from '@throughline/flow/compile'
import type { FlowDoc, Step } from '@throughline/flow/document'
import { ArrowDown, ArrowUp, ChevronDown, Trash2 } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { STEP_KINDS, StepGlyph } from '../canvas/step-kinds.tsx'
import { setStep } from '../model/edits.ts'
import { FieldsEditor } from '../step/fields-editor.tsx'
import { texts as addTexts } from './add.texts.ts'
import { type FormKind, kindOf, withKind, withoutStep, withStepMoved, withTool } from './form-steps.ts'

const texts = addTexts.form

const KINDS: { value: FormKind; label: string }[] = [
  { value: 'manual', label: STEP_KINDS.manual.label },
  { value: 'automated', label: texts.kinds.automated },
  { value: 'approval', label: STEP_KINDS.approval.label },
  { value: 'integration', label: texts.kinds.integration },
  { value: 'condition', label: STEP_KINDS.condition.label },
  { value: 'wait', label: STEP_KINDS.wait.label },
  { value: 'subworkflow', label: STEP_KINDS.subworkflow.label },
]

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

function StepDetails({ id, doc, step, problems, onChange }: StepDetailsProps) {
  return (
    <div id={id} className="space-y-3 border-t border-dashed bg-surface-2 py-3 pr-3 pl-[3.25rem]">
      <Field label={texts.stepDescription}>
        <Textarea
          rows={1}
          maxLength={2000}
          value={step.description ?? ''}
          onChange={(event) => onChange(described(step, event.target.value))}
        />
      </Field>
      {step.type === 'tool' && step.tool_id !== null && (
        <Field label={texts.tool}>
          <Select value={step.tool_id} onChange={(tool) => onChange(withTool(step, tool))} items={TOOLS} />
        </Field>
      )}
      {step.type === 'manual' && (
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">{texts.fields}</legend>
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

type StepRowProps = {
  doc: FlowDoc
  step: Step
  problems: readonly Problem[]
  n: number
  count: number
  onChange: (doc: FlowDoc) => void
  onMove: (doc: FlowDoc, by: -1 | 1) => void
  onRemove: (doc: FlowDoc) => void
}

export function StepRow({ doc, step, problems, n, count, onChange, onMove, onRemove }: StepRowProps) {
  const details = useId()
  const [open, setOpen] = useState(false)
  const up = useMemo(() => withStepMoved(doc, step.id, -1), [doc, step.id])
  const down = useMemo(() => withStepMoved(doc, step.id, 1), [doc, step.id])
  return (
    <li>
      <div className="flex items-center gap-1.5 py-1.5 pr-1.5 pl-2.5">
        <span translate="no" className="tnum w-4 shrink-0 text-xs text-fg-3">
          {n}
        </span>
        <StepGlyph type={step.type} size={24} />
        <span className="w-32 shrink-0">
          <Select
            label={texts.kindOf(n)}
            value={kindOf(step)}
            onChange={(kind) => onChange(withKind(doc, step, kind))}
            items={KINDS}
          />
        </span>
        <Input
          data-name
          aria-label={texts.nameOf(n)}
          placeholder={texts.namePlaceholder}
          maxLength={200}
          autoComplete="off"
          value={step.name}
          onChange={(event) => onChange(setStep(doc, { ...step, name: event.target.value }))}
          className="min-w-0 flex-1"
        />
        <IconButton
          label={texts.details(n)}
          icon={ChevronDown}
          size="sm"
          aria-expanded={open}
          aria-controls={details}
          onClick={() => setOpen(!open)}
          className={cn(open && 'rotate-180')}
        />
        <IconButton
          label={texts.moveUp(n)}
          icon={ArrowUp}
          size="sm"
          disabled={!up}
          onClick={() => up && onMove(up, -1)}
        />
        <IconButton
          label={texts.moveDown(n)}
          icon={ArrowDown}
          size="sm"
          disabled={!down}
          onClick={() => down && onMove(down, 1)}
        />
        {count > 1 && (
          <IconButton
            label={texts.remove(n)}
            icon={Trash2}
            size="sm"
            onClick={() => onRemove(withoutStep(doc, step.id))}
          />
        )}
      </div>
      {open && (
        <StepDetails
          id={details}
          doc={doc}
          step={step}
          problems={problems}
          onChange={(next) => onChange(setStep(doc, next))}
        />
      )}
    </li>
  )
}
