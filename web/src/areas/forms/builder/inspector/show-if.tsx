import type { FormElement } from '@throughline/contracts/form-content'
import { fieldOf, optionsOf, variableOfElement } from '@throughline/flow/form'
import { fieldsBefore, readShowIf } from '@throughline/flow/form-compile'
import { typeOfAnswer } from '@throughline/flow/form-mapping'
import { Braces, CircleCheck, Plus, SlidersHorizontal, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ConditionRows } from '../../../../shared/expressions/condition-rows.tsx'
import { newRow } from '../../../../shared/expressions/new-row.ts'
import { asText, reading } from '../../../../shared/expressions/reading.ts'
import { expressionOf, type Rows, rowsOf } from '../../../../shared/expressions/rows.ts'
import { type ExpressionScope, ExpressionScopeContext } from '../../../../shared/expressions/scope.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Textarea } from '../../../../ui/textarea.tsx'
import { texts as builderTexts } from '../../builder.texts.ts'
import { nameOf } from '../../elements.ts'
import type { Content } from '../model/content.ts'
import type { Edits } from '../use-edits.ts'
import { PanelSection } from './side-panel.tsx'
import { TryIt } from './try-it.tsx'

const texts = builderTexts.showIf

/** What a condition of this element can read: the fields that stand before it. */
function scopeOf(elements: readonly FormElement[], id: string): ExpressionScope {
  const before = new Map(fieldsBefore(elements, id).map((field) => [variableOfElement(field.name), field]))
  const named = new Map(elements.map((element) => [variableOfElement(element.id), element]))
  const options = (name: string) => {
    const element = named.get(name)
    const found = element ? optionsOf(element) : []
    return found.length > 0 ? found : undefined
  }
  const typeOf = (name: string) => {
    const element = named.get(name)
    const field = element && fieldOf(element)
    return field && typeOfAnswer(field)
  }
  return {
    variables: () => [...before].map(([name, field]) => ({ name, type: typeOfAnswer(field), sure: true })),
    read: (text) => readShowIf(elements, text),
    isSure: () => true,
    options,
    labels: {
      variable: (name) => {
        const element = named.get(name)
        return element ? nameOf(element) : name
      },
      value: (name, text) => options(name)?.find(({ value }) => value === text)?.label ?? text,
      type: typeOf,
    },
  }
}

/** The condition in plain words; undefined where it is wrong, or says more than words can put plainly. */
function readingOf(elements: readonly FormElement[], element: FormElement): string | undefined {
  const text = element.show_if?.trim()
  if (!text) return undefined
  const scope = scopeOf(elements, element.id)
  const checked = scope.read(text, 'truth')
  const parts = 'tree' in checked ? reading(checked.tree, scope.labels) : undefined
  return parts && asText(parts)
}

type ShowIfProps = { element: FormElement; content: Content; formId: string | undefined; edits: Edits }

export function ShowIf({ element, content, formId, edits }: ShowIfProps) {
  const { elements } = content
  const scope = useMemo(() => scopeOf(elements, element.id), [elements, element.id])
  const text = element.show_if ?? ''
  const [first] = scope.variables()
  const set = (next: string, what?: string) => edits.change(element.id, { show_if: next || undefined }, what)
  const add = () => first && set(expressionOf({ join: 'and', rows: [newRow(first.name, scope)] }, scope.labels.type))
  return (
    <ExpressionScopeContext value={scope}>
      <PanelSection
        part="show_if"
        title={texts.title}
        action={
          text ? (
            <IconButton label={texts.remove} icon={Trash2} size="sm" onClick={() => set('')} />
          ) : (
            first && (
              <Button size="sm" variant="ghost" icon={Plus} className="-mr-2" onClick={add}>
                {texts.add}
              </Button>
            )
          )
        }
      >
        {text ? (
          <Condition text={text} scope={scope} elements={elements} element={element} onChange={set} />
        ) : (
          <p className="text-sm text-fg-3">{first ? texts.always : texts.nothingBefore}</p>
        )}
      </PanelSection>
      {text && formId !== undefined && <TryIt element={element} content={content} formId={formId} />}
    </ExpressionScopeContext>
  )
}

/** The rows that say the expression; undefined where rows cannot say it. */
function rowsIn(text: string, scope: ExpressionScope): Rows | undefined {
  const checked = scope.read(text, 'truth')
  return 'tree' in checked ? rowsOf(checked.tree, scope.labels.type) : undefined
}

type ConditionProps = {
  text: string
  scope: ExpressionScope
  elements: readonly FormElement[]
  element: FormElement
  onChange: (text: string, what?: string) => void
}

/** Built from rows or written as CEL; what rows cannot show stays text. */
function Condition({ text, scope, elements, element, onChange }: ConditionProps) {
  const [asCel, setAsCel] = useState(false)
  const rows = rowsIn(text, scope)
  const checked = scope.read(text, 'truth')
  const problem = 'problem' in checked ? checked.problem.text : undefined
  const plain = readingOf(elements, element)
  return (
    <>
      {rows && !asCel ? (
        <ConditionRows
          value={rows}
          onChange={(next, typing) => onChange(expressionOf(next, scope.labels.type), typing ? 'show_if' : undefined)}
          action={
            <Button size="sm" variant="ghost" icon={Braces} className="-mr-2" onClick={() => setAsCel(true)}>
              {texts.cel}
            </Button>
          }
        />
      ) : (
        <>
          <Field label={texts.expression} error={problem}>
            <Textarea
              rows={3}
              maxLength={2_000}
              spellCheck={false}
              value={text}
              onChange={({ target }) => {
                setAsCel(true)
                onChange(target.value, 'show_if')
              }}
              className="font-mono text-xs!"
            />
          </Field>
          {rows && (
            <Button
              size="sm"
              variant="ghost"
              icon={SlidersHorizontal}
              className="-mt-2 -ml-2"
              onClick={() => setAsCel(false)}
            >
              {texts.rows}
            </Button>
          )}
        </>
      )}
      {plain && (
        <p className="rounded-md bg-violet-bg px-3 py-2 text-sm text-violet-fg">
          <b className="font-semibold">{texts.reads}</b> <span translate="no">{texts.shownWhen(plain)}</span>
        </p>
      )}
      <p className="flex items-start gap-2 text-xs text-fg-2">
        <CircleCheck size={14} aria-hidden className="mt-px shrink-0 text-success-mark" />
        {texts.whileHidden}
      </p>
    </>
  )
}
