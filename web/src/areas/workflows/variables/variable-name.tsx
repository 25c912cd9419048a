import { variableShape } from '@throughline/flow/compile'
import { useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { texts } from './variables.texts.ts'

type VariableNameProps = {
  name: string
  taken: ReadonlySet<string>
  focus: boolean
  /** Says whether everything that mentions it could be rewritten. */
  onRename: (to: string) => boolean
}

/** Renames when one is done typing, not with every letter: each name in between would be another variable. */
export function VariableName({ name, taken, focus, onRename }: VariableNameProps) {
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
