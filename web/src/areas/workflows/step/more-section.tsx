import { Group } from './parts/group.tsx'
import { PickLine } from './parts/pick-line.tsx'
import { TextLine } from './parts/text-line.tsx'
import { texts } from './step.texts.ts'
import { act, pathOf, put, useEditing } from './step-context.ts'

const words = texts.more

/** What few steps need. */
export function MoreSection() {
  const { step, change } = useEditing()
  return (
    <Group
      title={words.title}
      closed={step.instructions === undefined && step.priority === undefined}
      holds={[pathOf(step, 'instructions'), pathOf(step, 'priority')]}
    >
      {(step.type === 'manual' || step.type === 'approval') && (
        <TextLine
          rows={3}
          label={texts.instructions}
          hint={texts.instructionsHint}
          value={step.instructions ?? ''}
          onChange={(text) => change(put(step, 'instructions', text === '' ? undefined : text), 'instructions')}
        />
      )}
      <PickLine
        label={words.priority}
        value={step.priority ?? 'none'}
        items={(['none', 'low', 'medium', 'high', 'urgent'] as const).map((value) => ({
          value,
          label: words.priorities[value],
        }))}
        onChange={(level) => change(put(step, 'priority', level === 'none' ? undefined : level), act('priority'))}
      />
    </Group>
  )
}
