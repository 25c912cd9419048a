import { useState } from 'react'
import { useExpressionScope } from '../../../../shared/expressions/scope.ts'
import { ExpressionLine } from '../expressions/expression-line.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { ReadLine } from '../parts/read-line.tsx'
import { useEditable, useEditing } from '../step-context.ts'
import { texts } from './people.texts.ts'
import { type Assignee, keyOf, whoText } from './who.ts'
import { WhoPicker } from './who-picker.tsx'

type WhoLineProps = {
  label: string
  value: Assignee | undefined
  onChange: (who: Assignee | undefined, typing?: boolean) => void
  path: string
  /** What choosing nobody is called; absent: somebody must be chosen. */
  nobody?: string
  placeholder?: string
}

/** Who gets it, with the expression where one says it. The words beside name it. */
export function WhoLine({ label, value, onChange, path, nobody, placeholder }: WhoLineProps) {
  const editable = useEditable()
  const { names } = useEditing()
  const scope = useExpressionScope()
  // Half-written expressions can look like a choice: the box stays until another choice is made.
  const [writing, setWriting] = useState(false)
  const writes = value !== undefined && 'expr' in value && (writing || keyOf(value) === 'expr')
  const pick = (who: Assignee | undefined) => {
    setWriting(who !== undefined && keyOf(who) === 'expr')
    onChange(who)
  }
  if (!editable)
    return <ReadLine bare label={label} value={value ? whoText(value, names, scope) : (nobody ?? texts.empty)} />
  return (
    <div className="space-y-1.5">
      <WhoPicker label={label} value={value} onChange={pick} nobody={nobody} {...(placeholder && { placeholder })} />
      {writes && (
        <ExpressionLine
          bare
          label={texts.expression(label)}
          value={value.expr}
          onChange={(expr) => {
            setWriting(true)
            onChange({ expr }, true)
          }}
          path={`${path}/expr`}
        />
      )}
      <ProblemsAt path={path} />
      {!writes && <ProblemsAt path={`${path}/expr`} />}
    </div>
  )
}
