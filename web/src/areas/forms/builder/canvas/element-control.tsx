import type { FormElement } from '@throughline/contracts/form-content'
import { formTexts } from '@throughline/contracts/form-texts'
import type { Json } from '@throughline/flow/eval'
import { type AnswerField, fileRuleOf, optionsOf } from '@throughline/flow/form'

/** Answers are given in the preview only; of files they are the names. */
export type Answering = { answer: Json; onAnswer: (answer: Json) => void }

type ControlProps = { element: FormElement; field: AnswerField; answering: Answering | undefined }

const textOf = (answer: Json): string =>
  typeof answer === 'string' || typeof answer === 'number' ? String(answer) : ''
const listOf = (answer: Json): string[] => (Array.isArray(answer) ? answer.map(textOf) : [textOf(answer)])

export function ElementControl({ element, field, answering }: ControlProps) {
  const { type, placeholder, rows } = element
  if (field.multiple || type === 'radio') return <Choices element={element} field={field} answering={answering} />
  if (field.type === 'file') return <FileControl element={element} field={field} answering={answering} />
  const given = answering && {
    'aria-label': field.label,
    value: textOf(answering.answer),
    onChange: ({ target }: { target: { value: string } }) => answering.onAnswer(target.value),
  }
  if (field.type === 'select')
    return (
      <select className="tl-control" {...given}>
        <option value="">{placeholder || formTexts.choose}</option>
        {answering &&
          optionsOf(element).map(({ value, label }, at) => (
            <option key={`${at} ${value}`} value={value}>
              {label}
            </option>
          ))}
      </select>
    )
  if (type === 'textarea') return <textarea className="tl-control" rows={rows} placeholder={placeholder} {...given} />
  return <input className="tl-control" type={type === 'date' ? 'date' : 'text'} placeholder={placeholder} {...given} />
}

export function SingleBox({ field, answering }: Omit<ControlProps, 'element'>) {
  const given = answering && {
    'aria-label': field.label,
    checked: answering.answer === true,
    onChange: ({ target }: { target: { checked: boolean } }) => answering.onAnswer(target.checked),
  }
  return <input type="checkbox" {...given} />
}

function Choices({ element, field, answering }: ControlProps) {
  const chosen = answering ? listOf(answering.answer) : []
  const toggled = (value: string, on: boolean) =>
    optionsOf(element).flatMap((one) => ((one.value === value ? on : chosen.includes(one.value)) ? [one.value] : []))
  return (
    <div className="tl-choices">
      {optionsOf(element).map(({ value, label }, at) => (
        <label key={`${at} ${value}`} className="tl-choice">
          <input
            type={field.multiple ? 'checkbox' : 'radio'}
            {...(answering && {
              checked: chosen.includes(value),
              onChange: ({ target }) => answering.onAnswer(field.multiple ? toggled(value, target.checked) : value),
            })}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  )
}

function FileControl({ element, field, answering }: ControlProps) {
  const several = fileRuleOf(element).maxFiles > 1
  const names = answering && Array.isArray(answering.answer) ? answering.answer.map(textOf) : []
  return (
    <div className="tl-drop">
      {answering && (
        <input
          type="file"
          aria-label={field.label}
          multiple={several}
          onChange={({ target }) => answering.onAnswer([...(target.files ?? [])].map(({ name }) => name))}
        />
      )}
      <span>{names.join(', ') || (several ? formTexts.chooseFiles : formTexts.chooseFile)}</span>
    </div>
  )
}
