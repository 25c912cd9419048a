import type { ManualStep } from '@throughline/flow/document'
import { texts as fieldTexts } from '../fields/fields.texts.ts'
import { FieldsEditor } from '../fields-editor.tsx'
import { Group } from '../parts/group.tsx'
import { WhoLine } from '../people/who-line.tsx'
import { texts as stepTexts } from '../step.texts.ts'
import { act, pathOf, put, useEditing } from '../step-context.ts'

const texts = stepTexts.manual

/** Who does it, and what they fill in. */
export function ManualSection({ step }: { step: ManualStep }) {
  const { change, doc, problems, editable } = useEditing()
  const who = (key: 'assignee' | 'reviewer') => pathOf(step, key)
  const fields = pathOf(step, 'fields')
  return (
    <>
      <Group title={texts.assignee} holds={[who('assignee')]}>
        <WhoLine
          label={texts.assignee}
          value={step.assignee}
          placeholder={texts.starterGets}
          onChange={(assignee, typing) =>
            change(put(step, 'assignee', assignee), typing ? 'assignee' : act('assignee'))
          }
          path={who('assignee')}
        />
      </Group>
      <Group title={fieldTexts.title} summary={fieldTexts.summary(step.fields.length)} holds={[fields]}>
        <FieldsEditor
          fields={step.fields}
          doc={doc}
          problems={problems}
          path={fields}
          onChange={editable ? (next, what) => change({ ...step, fields: next }, what) : undefined}
        />
      </Group>
      <Group
        title={texts.reviewer}
        closed={step.reviewer === undefined}
        summary={texts.nobody}
        holds={[who('reviewer')]}
      >
        <WhoLine
          label={texts.reviewer}
          value={step.reviewer}
          nobody={texts.nobody}
          onChange={(reviewer, typing) =>
            change(put(step, 'reviewer', reviewer), typing ? 'reviewer' : act('reviewer'))
          }
          path={who('reviewer')}
        />
        <p className="text-xs text-fg-3">{texts.reviewerNote}</p>
      </Group>
    </>
  )
}
