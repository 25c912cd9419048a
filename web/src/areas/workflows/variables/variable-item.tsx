import { variableShape } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { ChevronDown, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Tag } from '../../../ui/tag.tsx'
import type { Drawing } from '../model/drawing.ts'
import { renameVariable } from './rename-variable.ts'
import { VariableDetails } from './variable-details.tsx'
import { putVariable, removeVariable } from './variable-edits.ts'
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

type VariableNameProps = {
  name: string
  taken: ReadonlySet<string>
  focus: boolean
  /** Says whether everything that mentions it could be rewritten. */
  onRename: (to: string) => boolean
}

/** Renames when one is done typing, not with every letter: each name in between would be another variable. */
function VariableName({ name, taken, focus, onRename }: VariableNameProps) {
  const [text, setText] = useState(name)
  const [error, setError] = useState<string>()
  const finish = () => {
    const to = text.trim()
    if (to === name) setError(undefined)
    else if (!variableShape.test(to)) setError(texts.badName)
    else if (taken.has(to)) setError(texts.nameTaken(to))
    else if (!onRename(to)) setError(texts.notSafe)
  }
  return (
    <Field label={texts.name} hint={texts.nameHint} error={error}>
      <Input
        value={text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a variable that was just added is named first
        autoFocus={focus}
        onFocus={(event) => focus && event.currentTarget.select()}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-xs!"
        onChange={(event) => setText(event.target.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish()
          if (event.key !== 'Escape' || text === name) return
          event.stopPropagation()
          setText(name)
          setError(undefined)
        }}
      />
    </Field>
  )
}

type VariablePlacesProps = { variable: KnownVariable; drawing: Drawing; onJump: (step: StepId) => void }

/** Where a variable is set and read; a step's name leads to it. */
function VariablePlaces({ variable, drawing, onJump }: VariablePlacesProps) {
  const { own, asked, writers, readers, readAtStart } = variable
  const known = own?.default !== undefined && own.default !== null
  const steps = (ids: readonly StepId[]) =>
    ids.flatMap((id) => {
      const drawn = drawing.at(id)
      if (!drawn) return []
      return [
        <button
          key={id}
          type="button"
          translate="no"
          onClick={() => onJump(id)}
          className="max-w-full truncate rounded-xs text-accent-text hover:underline"
        >
          {texts.step(drawn.n, drawn.name)}
        </button>,
      ]
    })
  return (
    <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-xs">
      <dt className="text-fg-3">{texts.setBy}</dt>
      <Places>
        {known && <span key="default">{texts.byDefault(JSON.stringify(own?.default))}</span>}
        {asked && <span key="start">{texts.start}</span>}
        {steps(writers)}
      </Places>
      <dt className="text-fg-3">{texts.readBy}</dt>
      <Places>
        {readAtStart && <span key="start">{texts.starting}</span>}
        {steps(readers)}
      </Places>
    </dl>
  )
}

function Places({ children }: { children: ReactNode[] }) {
  const there = children.flat().filter(Boolean)
  return (
    <dd className="flex min-w-0 flex-wrap gap-x-2.5 gap-y-0.5 text-fg-2">
      {there.length > 0 ? there : <span className="text-fg-3">{texts.nothing}</span>}
    </dd>
  )
}
