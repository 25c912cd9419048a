import { MOST_INVITED_AT_ONCE } from '@throughline/contracts/org-members'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { texts } from '../members.texts.ts'
import { GrantFields } from './grant-fields.tsx'
import type { PastedLine } from './parse-people.ts'
import type { Grant } from './use-invite.ts'

const addTexts = texts.addDialog

export function pasteProblem(lines: readonly PastedLine[]): string | undefined {
  if (lines.length === 0) return addTexts.pasteSomebody
  return lines.length > MOST_INVITED_AT_ONCE ? addTexts.tooMany(MOST_INVITED_AT_ONCE, lines.length) : undefined
}

type PasteManyProps = { text: string; onChange: (text: string) => void; problem: string | undefined; grant: Grant }

export function PasteMany({ text, onChange, problem, grant }: PasteManyProps) {
  return (
    <div className="grid gap-4 min-[560px]:grid-cols-2">
      <Field label={addTexts.people} error={problem} hint={addTexts.peopleHint} className="min-[560px]:col-span-2">
        <Textarea
          data-first
          rows={8}
          spellCheck={false}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          className="max-h-64 font-mono text-xs leading-5"
        />
      </Field>
      <GrantFields grant={grant} />
    </div>
  )
}
