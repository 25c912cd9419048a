import type { StepType } from '@throughline/contracts/workflows'
import { STEP_KINDS, STEP_TYPES } from '../canvas/step-kinds.tsx'
import { Cards } from './parts/cards.tsx'
import { ProblemsAt } from './parts/problem-line.tsx'
import { ReadLine } from './parts/read-line.tsx'
import { TextLine } from './parts/text-line.tsx'
import { spec, texts } from './step.texts.ts'
import { pathOf, put, useEditing } from './step-context.ts'

/** The name of a step that was just added: it is still to be named. */
const UNNAMED = 'New Step'

const types = STEP_TYPES.map((value) => ({ value, label: STEP_KINDS[value].label, icon: STEP_KINDS[value].icon }))

/** Type, name and description; and what is wrong with the step as a whole. */
export function StepHead({ onType }: { onType: ((type: StepType) => void) | undefined }) {
  const { step, change } = useEditing()
  return (
    <div className="space-y-3.5 pb-4">
      <div className="empty:hidden">
        <ProblemsAt path={pathOf(step)} />
        <ProblemsAt path={pathOf(step, 'id')} />
        <ProblemsAt path={pathOf(step, 'back')} deep />
      </div>
      {onType ? (
        <Cards label={texts.type} columns={3} value={step.type} items={types} onChange={onType} />
      ) : (
        <ReadLine label={texts.type} value={STEP_KINDS[step.type].label} />
      )}
      <TextLine
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a step that was just added is named first
        autoFocus={step.name === UNNAMED}
        label={texts.name}
        value={step.name}
        onChange={(name) => change({ ...step, name }, 'name')}
        path={pathOf(step, 'name')}
      />
      <TextLine
        rows={1}
        label={texts.description}
        placeholder={spec.newDescription}
        value={step.description ?? ''}
        onChange={(text) => change(put(step, 'description', text === '' ? undefined : text), 'description')}
      />
    </div>
  )
}
