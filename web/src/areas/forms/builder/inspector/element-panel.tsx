import type { FormElement } from '@throughline/contracts/form-content'
import { fieldOf, optionsOf } from '@throughline/flow/form'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/select.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { spec, texts } from '../../builder.texts.ts'
import { texts as elementTexts } from '../../elements.texts.ts'
import { kindOf, nameOf } from '../../elements.ts'
import type { Content } from '../model/content.ts'
import { isWords, wordsKey, wordsOf } from '../model/elements.ts'
import { TypedInput, TypedTextarea } from '../typed-text.tsx'
import type { Edits } from '../use-edits.ts'
import { LimitFields } from './limit-fields.tsx'
import { OptionsEditor } from './options-editor.tsx'
import { ShowIf } from './show-if.tsx'
import { PanelSection, SidePanel } from './side-panel.tsx'

const TYPES = [
  'textbox',
  'textarea',
  'email',
  'number',
  'date',
  'tel',
  'url',
  'dropdown',
  'radio',
  'checkbox',
  'checkboxes',
  'attachment',
] as const

const SAME: Record<string, string> = { text: 'textbox', select: 'dropdown', file: 'attachment' }

/** As the list of types calls it. */
function typeOf(element: FormElement): string {
  if (element.type === 'checkbox') return optionsOf(element).length > 0 ? 'checkboxes' : 'checkbox'
  return (Object.hasOwn(SAME, element.type) ? SAME[element.type] : undefined) ?? element.type
}

type ElementPanelProps = {
  element: FormElement
  content: Content
  formId: string | undefined
  /** It was added just now: a label that is missing is not a mistake yet. */
  fresh: boolean
  edits: Edits
  onClose: () => void
}

/** Everything about one element. */
export function ElementPanel({ element, content, formId, fresh, edits, onClose }: ElementPanelProps) {
  const { icon } = kindOf(element)
  const isField = fieldOf(element) !== undefined
  return (
    <SidePanel
      title={nameOf(element)}
      icon={icon}
      onClose={onClose}
      footer={
        <>
          <span className="min-w-0 flex-1 truncate">
            {texts.fieldId}{' '}
            <code translate="no" className="ml-1 font-mono text-fg-2">
              {element.id}
            </code>
          </span>
          <Button size="sm" variant="ghost" icon={Trash2} onClick={() => edits.remove(element.id)}>
            {texts.delete}
          </Button>
        </>
      }
    >
      <PanelSection>
        {isField && <TypeField element={element} edits={edits} />}
        <WordsField element={element} fresh={fresh} edits={edits} />
        {isField && <AskingFields element={element} edits={edits} />}
      </PanelSection>
      {isField && optionsAre(element) && (
        <PanelSection title={texts.options}>
          <OptionsEditor element={element} edits={edits} />
        </PanelSection>
      )}
      <ShowIf element={element} content={content} formId={formId} edits={edits} />
      {isField && (
        <PanelSection title={texts.more}>
          <LimitFields element={element} edits={edits} />
        </PanelSection>
      )}
    </SidePanel>
  )
}

const optionsAre = (element: FormElement) => ['dropdown', 'radio', 'checkboxes'].includes(typeOf(element))

function TypeField({ element, edits }: { element: FormElement; edits: Edits }) {
  const type = typeOf(element)
  const items = TYPES.map((value) => ({ value, label: elementTexts.kinds[value] ?? value }))
  return (
    <Field label={texts.type}>
      <Select<string> value={type} items={items} onChange={(next) => next !== type && edits.retype(element.id, next)} />
    </Field>
  )
}

function WordsField({ element, fresh, edits }: { element: FormElement; fresh: boolean; edits: Edits }) {
  const [left, setLeft] = useState(false)
  const key = wordsKey(element)
  const words = wordsOf(element)
  const isPage = element.type === 'page'
  const missing = !isPage && !isWords(element) && words.trim() === '' && (left || !fresh)
  const typed = {
    value: words,
    maxLength: element.type === 'label' ? 10_000 : 500,
    onBlur: () => setLeft(true),
    onText: (text: string) => edits.change(element.id, { [key]: text }, key),
  }
  if (element.type === 'button') return <p className="text-sm text-fg-3">{texts.buttonNote}</p>
  return (
    <div data-part="label">
      <Field
        label={isPage ? texts.pageName : key === 'label' ? texts.label : texts.words}
        optional={isPage}
        error={missing && spec.noLabel}
      >
        {element.type === 'label' ? <TypedTextarea rows={4} {...typed} /> : <TypedInput {...typed} />}
      </Field>
    </div>
  )
}

const PLACEHOLDERS = ['textbox', 'textarea', 'email', 'number', 'tel', 'url', 'dropdown']

function AskingFields({ element, edits }: { element: FormElement; edits: Edits }) {
  const { id, placeholder = '', helpText = '', required = false, narrow = false } = element
  const wide = ['textarea', 'attachment', 'checkboxes', 'radio'].includes(typeOf(element))
  return (
    <>
      {PLACEHOLDERS.includes(typeOf(element)) && (
        <Field label={texts.placeholder} optional>
          <TypedInput
            maxLength={500}
            value={placeholder}
            onText={(text) => edits.change(id, { placeholder: text || undefined }, 'placeholder')}
          />
        </Field>
      )}
      <Field label={texts.help} optional>
        <TypedTextarea
          rows={2}
          maxLength={2_000}
          value={helpText}
          onText={(text) => edits.change(id, { helpText: text || undefined }, 'helpText')}
        />
      </Field>
      <Switch checked={required} onChange={(on) => edits.change(id, { required: on })} hint={texts.requiredHint}>
        <span className="font-medium">{texts.required}</span>
      </Switch>
      {!wide && (
        <Switch checked={narrow} onChange={(on) => edits.change(id, { narrow: on })} hint={texts.narrowHint}>
          <span className="font-medium">{texts.narrow}</span>
        </Switch>
      )}
    </>
  )
}
