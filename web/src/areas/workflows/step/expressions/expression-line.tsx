import type { KnownVariable, Wanted } from '@throughline/flow/compile'
import type { VarType } from '@throughline/flow/document'
import { Variable } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { texts } from '../../../../shared/expressions/expressions.texts.ts'
import { type ExpressionScope, useExpressionScope } from '../../../../shared/expressions/scope.ts'
import { useTyped } from '../../../../shared/expressions/use-typed.ts'
import { cn } from '../../../../ui/cn.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { MenuGroup, MenuItem } from '../../../../ui/menu-items.tsx'
import { Textarea } from '../../../../ui/textarea.tsx'
import { RequiredLabel } from '../parts/pick-line.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { ReadLine } from '../parts/read-line.tsx'
import { ExpressionSummary } from '../parts/summary.tsx'
import { useEditable, useProblemsAt } from '../step-context.ts'
import { hasExpression, TemplateText } from './template-text.tsx'

const fallbacks: Partial<Record<VarType, string>> = {
  string: '""',
  person: '""',
  number: '0.0',
  boolean: 'false',
  list: '[]',
  table: '[]',
  file: '[]',
}

/** How a variable is written where it may not be set: with something to fall back on, where there is such a thing. */
function readingOf({ name, type, sure }: KnownVariable): string {
  const other = fallbacks[type]
  return sure || other === undefined ? `vars.${name}` : `vars.?${name}.orValue(${other})`
}

/** Variables that can be read here, those that are surely set first. */
function InsertMenu({ into, onInsert }: { into: string; onInsert: (text: string) => void }) {
  const scope = useExpressionScope()
  return (
    <Menu align="end" trigger={<IconButton label={texts.insert(into)} icon={Variable} size="sm" />}>
      <Choices scope={scope} onInsert={onInsert} />
    </Menu>
  )
}

function Choices({ scope, onInsert }: { scope: ExpressionScope; onInsert: (text: string) => void }) {
  const all = scope.variables()
  if (all.length === 0) return <MenuItem disabled>{texts.none}</MenuItem>
  const group = (label: string, sure: boolean) => {
    const some = all.filter((one) => one.sure === sure)
    return (
      some.length > 0 && (
        <MenuGroup label={label}>
          {some.map((one) => (
            <MenuItem key={one.name} onSelect={() => onInsert(readingOf(one))}>
              <span translate="no" className="flex items-baseline gap-3">
                <span className="min-w-0 flex-1 truncate">{scope.labels.variable(one.name)}</span>
                <code className="font-mono text-2xs text-fg-3">{one.name}</code>
              </span>
            </MenuItem>
          ))}
        </MenuGroup>
      )
    )
  }
  return (
    <>
      {group(texts.sure, true)}
      {group(texts.maybe, false)}
    </>
  )
}

type ExpressionLineProps = {
  label: string
  value: string
  onChange: (text: string) => void
  /** Its problems are shown here. */
  path: string
  /** A text with `{{ }}` instead of one expression. */
  template?: boolean
  /** Says under it in plain words what it means, as such an answer. */
  reads?: Wanted
  placeholder?: string
  required?: boolean
  rows?: number
  /** The label is for screen readers: the words beside say it. */
  bare?: boolean
  hint?: ReactNode
}

/** An expression, or a text that holds some. Variables are put in where the caret stands. */
export function ExpressionLine(props: ExpressionLineProps) {
  const { label, value, path, template = false, bare, rows = 1 } = props
  const editable = useEditable()
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const problems = useProblemsAt(path)
  const [text, type] = useTyped(value, props.onChange)
  const insert = (reading: string) => {
    const added = template ? `{{ ${reading} }}` : reading
    const { selectionStart, selectionEnd } = box.current ?? { selectionStart: text.length, selectionEnd: text.length }
    type(text.slice(0, selectionStart) + added + text.slice(selectionEnd))
    const caret = selectionStart + added.length
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(caret, caret)
    })
  }
  const isTemplate = template && hasExpression(value)
  if (!editable)
    return (
      <div className="space-y-2">
        <ReadLine label={label} value={value} mono={!isTemplate} bare={bare}>
          {isTemplate && <TemplateText text={value} />}
        </ReadLine>
        {props.reads && <ExpressionSummary text={value} wanted={props.reads} />}
      </div>
    )
  const wrong = problems.some(({ level }) => level === 'E')
  return (
    <div className="min-w-0">
      {!bare && (
        <div className="mb-1 flex items-center gap-2">
          <label htmlFor={id} className="min-w-0 flex-1 text-sm font-medium">
            {props.required ? <RequiredLabel text={label} /> : label}
          </label>
          <InsertMenu into={label} onInsert={insert} />
        </div>
      )}
      <div className="flex items-start gap-1">
        <Textarea
          ref={box}
          id={id}
          rows={rows}
          aria-label={bare ? label : undefined}
          aria-required={props.required}
          aria-invalid={wrong || undefined}
          aria-describedby={problems.length > 0 ? `${id}-note` : undefined}
          spellCheck={template}
          value={text}
          placeholder={props.placeholder}
          onChange={({ target }) => type(target.value)}
          className={cn('break-words', !template && 'font-mono text-xs! leading-5')}
        />
        {bare && <InsertMenu into={label} onInsert={insert} />}
      </div>
      {problems.length > 0 && (
        <div id={`${id}-note`}>
          {problems.map((problem) => (
            <ProblemLine key={problem.code} problem={problem} />
          ))}
        </div>
      )}
      {problems.length === 0 && props.hint && <p className="mt-1.5 text-xs text-fg-3">{props.hint}</p>}
      {isTemplate && !wrong && (
        <div className="mt-1.5 rounded-md bg-surface-2 px-2.5 py-1.5">
          <span className="sr-only">{texts.reads} </span>
          <TemplateText text={value} />
        </div>
      )}
      {props.reads && !wrong && (
        <div className="mt-2 empty:hidden">
          <ExpressionSummary text={value} wanted={props.reads} />
        </div>
      )}
    </div>
  )
}
