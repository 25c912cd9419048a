import type { Problem } from '@throughline/flow/compile'
import type { Field, FlowDoc } from '@throughline/flow/document'
import { useMemo } from 'react'
import { ExpressionScopeContext } from '../../../shared/expressions/scope.ts'
import { expressionScopeOf } from './expressions/expression-scope.ts'
import { FieldList } from './fields/field-list.tsx'
import { EditableContext, ProblemsContext } from './step-context.ts'

type FieldsEditorProps = {
  fields: readonly Field[]
  /** Absent: the fields are shown as text. `what` merges typing into one step of undo. */
  onChange?: ((fields: Field[], what: string) => void) | undefined
  doc: FlowDoc
  problems: readonly Problem[]
  /** Where the list stands in the document: `/start_fields`, or `/steps/<id>/fields`. */
  path: string
}

/** The fields of a form: of a step, or those asked as an instance starts. */
export function FieldsEditor({ fields, onChange, doc, problems, path }: FieldsEditorProps) {
  const [, , id] = path.split('/')
  const scope = useMemo(
    () => expressionScopeOf(doc, id !== undefined && Object.hasOwn(doc.steps, id) ? doc.steps[id] : undefined, fields),
    [doc, id, fields],
  )
  return (
    <EditableContext value={onChange !== undefined}>
      <ProblemsContext value={problems}>
        <ExpressionScopeContext value={scope}>
          <FieldList fields={fields} onChange={(next, what) => onChange?.(next, what)} path={path} />
        </ExpressionScopeContext>
      </ProblemsContext>
    </EditableContext>
  )
}
