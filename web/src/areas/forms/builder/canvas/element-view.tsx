import type { FormElement } from '@throughline/contracts/form-content'
import { formSpec, formTexts } from '@throughline/contracts/form-texts'
import { type AnswerField, fieldOf } from '@throughline/flow/form'
import { memo, type ReactNode } from 'react'
import '../../../../public-form/form.css'
import { texts } from '../../builder.texts.ts'
import { wordsOf } from '../model/elements.ts'
import { type Answering, ElementControl, SingleBox } from './element-control.tsx'

type ElementViewProps = {
  element: FormElement
  /** Stands where the words are, while they are edited. */
  label?: ReactNode
  problem?: string | undefined
  /** Absent: its controls cannot be used. */
  answering?: Answering
}

/** One element as respondents see it, drawn with the public page's own style. */
export const ElementView = memo(function ElementView({ element, label, problem, answering }: ElementViewProps) {
  const field = fieldOf(element)
  const words = label || wordsOf(element) || <span className="text-fg-3">{texts.noWords}</span>
  return (
    <div translate="no" className="tl-form">
      {field ? (
        <FieldView element={element} field={field} label={words} problem={problem} answering={answering} />
      ) : (
        rest(element, words)
      )}
    </div>
  )
})

function rest({ type, title }: FormElement, words: ReactNode): ReactNode {
  switch (type) {
    case 'mainHeading':
      return <p className="tl-main-heading">{words}</p>
    case 'sectionHeading':
      return <p className="tl-heading">{words}</p>
    case 'section':
      return <div className="tl-section border-t pt-4">{(title || typeof words !== 'string') && words}</div>
    case 'label':
      return <p className="tl-text">{words}</p>
    case 'button':
      return <p className="text-fg-3">{texts.buttonNote}</p>
    case 'headerBanner':
      return <p className="text-fg-3">{texts.bannerNote}</p>
    default:
      return <p className="tl-unsupported">{formSpec.unsupported(type)}</p>
  }
}

type FieldViewProps = {
  element: FormElement
  field: AnswerField
  label: ReactNode
  problem: string | undefined
  answering: Answering | undefined
}

function FieldView({ element, field, label, problem, answering }: FieldViewProps) {
  const optional = !field.required && <span className="tl-optional">{formTexts.optional}</span>
  const end = problem && <p className="tl-problem">{problem}</p>
  const help = element.helpText && <p className="tl-help tl-text">{element.helpText}</p>
  const shell = problem ? 'tl-field tl-wrong' : 'tl-field'
  if (field.type === 'checkbox')
    return (
      <div className={shell}>
        <div className="tl-check">
          <span inert={!answering}>
            <SingleBox field={field} answering={answering} />
          </span>
          <span>
            {label} {optional}
          </span>
        </div>
        {help}
        {end}
      </div>
    )
  return (
    <div className={shell}>
      <div className="tl-label">
        {label} {optional}
      </div>
      {help}
      <div inert={!answering}>
        <ElementControl element={element} field={field} answering={answering} />
      </div>
      {end}
    </div>
  )
}
