import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { useTyped } from '../../../../shared/expressions/use-typed.ts'
import { cn } from '../../../../ui/cn.ts'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { Textarea } from '../../../../ui/textarea.tsx'
import { useEditable, useProblemsAt } from '../step-context.ts'
import { ProblemLine } from './problem-line.tsx'
import { ReadLine } from './read-line.tsx'

type TextLineProps = {
  label: string
  value: string
  onChange: (text: string) => void
  /** Where it stands in the document: its problems are shown here. */
  path?: string
  hint?: ReactNode
  /** Far right of the label. */
  action?: ReactNode
  error?: string | undefined
  placeholder?: string
  rows?: number
  mono?: boolean
  inputMode?: ComponentProps<'input'>['inputMode']
  /** It has the focus at once, with its text selected, so that what is typed replaces it. */
  autoFocus?: boolean
  required?: boolean
  /** The label is for screen readers: the words beside say it. */
  bare?: boolean
  className?: string
}

/** A box whose text is selected when it appears. */
function useSelected(wanted: boolean) {
  const box = useRef<HTMLInputElement>(null)
  const selects = useRef(wanted)
  useEffect(() => {
    if (selects.current) box.current?.select()
  }, [])
  return box
}

/** One text of the step. */
export function TextLine(props: TextLineProps) {
  const editable = useEditable()
  const problems = useProblemsAt(props.path ?? '')
  const [error, ...others] = props.path === undefined ? [] : problems
  const [text, type] = useTyped(props.value, props.onChange)
  const box = useSelected(editable && props.autoFocus === true)
  if (!editable) return <ReadLine label={props.label} value={props.value} mono={props.mono} bare={props.bare} />
  const typed = {
    value: text,
    placeholder: props.placeholder,
    required: props.required,
    autoFocus: props.autoFocus,
    inputMode: props.inputMode,
    'aria-invalid': error?.level === 'E' || props.error !== undefined || undefined,
    onChange: ({ target }: { target: { value: string } }) => type(target.value),
    className: cn(props.mono && 'font-mono text-xs!', !props.bare ? undefined : props.className),
  }
  const control = (label?: string) =>
    props.rows ? (
      <Textarea {...typed} rows={props.rows} aria-label={label} />
    ) : (
      <Input {...typed} ref={box} aria-label={label} />
    )
  if (props.bare)
    return (
      <div className="min-w-0">
        {control(props.label)}
        {error && <ProblemLine problem={error} />}
      </div>
    )
  return (
    <div className={props.className}>
      <Field
        label={props.label}
        hint={props.hint}
        action={props.action}
        error={props.error ?? (error?.level === 'E' ? error.text : undefined)}
      >
        {control()}
      </Field>
      {[...(error?.level === 'W' ? [error] : []), ...others].map((problem) => (
        <ProblemLine key={problem.code} problem={problem} />
      ))}
    </div>
  )
}
