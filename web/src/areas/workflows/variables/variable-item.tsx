import type { FlowDoc } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { ChevronDown, Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import type { Drawing } from '../model/drawing.ts'
import { renameVariable } from './rename-variable.ts'
import { VariableDetails } from './variable-details.tsx'
import { putVariable, removeVariable } from './variable-edits.ts'
import { VariableName } from './variable-name.tsx'
import { VariablePlaces } from './variable-places.tsx'
import { texts } from './variables.texts.ts'
import type { KnownVariable } from './variables-model.ts'

type VariableItemProps = {
  variable: KnownVariable
  doc: FlowDoc
  drawing: Drawing
  taken: ReadonlySet<string>
  open: boolean
  /** Just added: its name is waiting to be written. */
  fresh: boolean
  /** Undefined closes it. */
  onOpen: (name: string | undefined) => void
  onChange: ((doc: FlowDoc) => void) | undefined
  onJump: (step: StepId) => void
}

export function VariableItem(props: VariableItemProps) {
  const { variable, doc, drawing, taken, open, fresh, onOpen, onChange, onJump } = props
  const { name, own } = variable
  const id = useId()
  const editable = own !== undefined && onChange !== undefined
  const rename = (to: string) => {
    const renamed = renameVariable(doc, name, to)
    if (!renamed) return false
    onChange?.(renamed)
    onOpen(to)
    return true
  }
  return (
    <li data-variable={name} className="border-b px-4 py-2.5">
      <div className="flex min-h-6 items-center gap-2">
        {editable ? (
          <button
            type="button"
            data-head
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => onOpen(open ? undefined : name)}
            className="-ml-1 flex min-w-0 flex-1 items-center gap-1.5 rounded-xs px-1 text-left"
          >
            <Title variable={variable} />
            <ChevronDown
              size={13}
              aria-hidden
              className={cn('shrink-0 text-fg-3 transition-transform', !open && '-rotate-90')}
            />
          </button>
        ) : (
          <span className="flex min-w-0 flex-1 items-center gap-1.5">
            <Title variable={variable} />
          </span>
        )}
        <Marks variable={variable} />
        {variable.type === undefined && onChange && (
          <Button
            size="sm"
            icon={Plus}
            onClick={() => {
              onChange(putVariable(doc, name, { type: 'string' }))
              onOpen(name)
            }}
          >
            {texts.declare}
          </Button>
        )}
      </div>
      <VariablePlaces variable={variable} drawing={drawing} onJump={onJump} />
      {open && editable && (
        <div id={id} className="mt-2.5 space-y-3 rounded-md border bg-surface-2 p-3">
          <div className="flex items-start gap-1">
            <div className="min-w-0 flex-1">
              <VariableName key={name} name={name} taken={taken} focus={fresh} onRename={rename} />
            </div>
            <IconButton
              label={texts.remove(name)}
              icon={Trash2}
              className="mt-5"
              onClick={() => {
                onOpen(undefined)
                onChange(removeVariable(doc, name))
              }}
            />
          </div>
          <VariableDetails variable={own} onChange={(next) => onChange(putVariable(doc, name, next))} />
        </div>
      )}
    </li>
  )
}

function Title({ variable: { name, label } }: { variable: KnownVariable }) {
  return (
    <>
      <span translate="no" className="min-w-0 truncate font-mono text-xs font-medium">
        {name}
      </span>
      {label && (
        <span translate="no" className="min-w-0 truncate text-xs text-fg-3">
          {label}
        </span>
      )}
    </>
  )
}

function Marks({ variable: { type, unused, unset } }: { variable: KnownVariable }) {
  return (
    <span className="flex shrink-0 items-center gap-1.5">
      {type === undefined && <Tag tone="danger">{texts.undeclared}</Tag>}
      {unset && <Tag tone="warning">{texts.unset}</Tag>}
      {unused && <Tag>{texts.unused}</Tag>}
      {type && <span className="text-xs text-fg-2">{texts.types[type]}</span>}
    </span>
  )
}
