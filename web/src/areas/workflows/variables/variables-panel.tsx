import { type Problem, validate } from '@throughline/flow/compile'
import type { Field, FlowDoc } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { Braces, Plus } from 'lucide-react'
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { Drawing } from '../model/drawing.ts'
import { FieldsEditor } from '../step/fields-editor.tsx'
import { Group } from '../step/parts/group.tsx'
import { freshName, putVariable } from './variable-edits.ts'
import { VariableItem } from './variable-item.tsx'
import { texts } from './variables.texts.ts'
import { variablesOf } from './variables-model.ts'

type VariablesPanelProps = {
  doc: FlowDoc
  drawing: Drawing
  onChange?: (doc: FlowDoc) => void
  onJump: (step: StepId) => void
  onClose: () => void
}

/** What the workflow knows: every variable, where it is set and read, and what is asked at the start. */
export function VariablesPanel({ doc, drawing, onChange, onJump, onClose }: VariablesPanelProps) {
  const settled = useDeferredValue(doc)
  const variables = useMemo(() => variablesOf(settled), [settled])
  const problems = useMemo(() => validate(settled), [settled])
  const taken = useMemo(() => new Set(variables.map(({ name }) => name)), [variables])
  const [open, setOpen] = useState<string>()
  const [fresh, setFresh] = useState<string>()
  const addButton = useRef<HTMLButtonElement>(null)
  const deleted = useRef(false)

  // What was deleted had the focus.
  useLayoutEffect(() => {
    if (!deleted.current || document.activeElement !== document.body) return
    deleted.current = false
    addButton.current?.focus()
  })

  const add = () => {
    const name = freshName(new Set([...taken, ...Object.keys(doc.variables ?? {})]))
    onChange?.(putVariable(doc, name, { type: 'string' }))
    setFresh(name)
    setOpen(name)
  }
  const change =
    onChange &&
    ((next: FlowDoc) => {
      deleted.current = Object.keys(next.variables ?? {}).length < Object.keys(doc.variables ?? {}).length
      onChange(next)
    })
  const addVariable = onChange && (
    <Button ref={addButton} size="sm" variant="ghost" icon={Plus} className="text-accent-text!" onClick={add}>
      {texts.add}
    </Button>
  )
  return (
    <Panel title={texts.title} onClose={onClose}>
      <div className="-mt-[17px]">
        <StartFields doc={doc} problems={problems} onChange={onChange} />
        <section aria-label={texts.title} className="-mx-4 border-t">
          <div className="flex min-h-11 items-center gap-2 px-4 pt-1">
            <h3 className="flex-1 text-sm font-medium">{texts.all(variables.length)}</h3>
            {addVariable}
          </div>
          {variables.length === 0 ? (
            <Empty icon={Braces} title={texts.none} hint={texts.noneHint} />
          ) : (
            <ul>
              {variables.map((variable) => (
                <VariableItem
                  key={variable.name}
                  variable={variable}
                  doc={doc}
                  drawing={drawing}
                  taken={taken}
                  open={open === variable.name}
                  fresh={fresh === variable.name}
                  onOpen={setOpen}
                  onChange={change}
                  onJump={onJump}
                />
              ))}
            </ul>
          )}
        </section>
      </div>
    </Panel>
  )
}

type StartFieldsProps = {
  doc: FlowDoc
  problems: readonly Problem[]
  onChange: ((doc: FlowDoc) => void) | undefined
}

function StartFields({ doc, problems, onChange }: StartFieldsProps) {
  const fields = doc.start_fields ?? []
  return (
    <Group
      title={texts.startFields}
      summary={texts.count(fields.length)}
      closed={fields.length === 0}
      holds={['/start_fields']}
    >
      <p className="text-xs text-fg-3">{fields.length === 0 && !onChange ? texts.noStartFields : texts.startHint}</p>
      <FieldsEditor
        fields={fields}
        doc={doc}
        problems={problems}
        path="/start_fields"
        onChange={onChange && ((next) => onChange(withStartFields(doc, next)))}
      />
    </Group>
  )
}

function withStartFields(doc: FlowDoc, fields: Field[]): FlowDoc {
  const { start_fields: _, ...rest } = doc
  return fields.length === 0 ? rest : { ...rest, start_fields: fields }
}
