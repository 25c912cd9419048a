import { Group } from '../parts/group.tsx'
import { TextLine } from '../parts/text-line.tsx'
import { texts } from '../step.texts.ts'
import { pathOf, put, useEditing } from '../step-context.ts'
import { TargetLine } from './target-line.tsx'

/** Where the step leads when all goes well, and what the instance has come to if it ends here. */
export function LeadsSection() {
  const { step, change } = useEditing()
  const outcome = step.type === 'approval' ? 'approved' : 'done'
  const path = pathOf(step, 'next')
  return (
    <Group title={texts.leads.title} holds={[path, pathOf(step, 'end_outcome')]}>
      {step.type !== 'condition' && (
        <TargetLine outcome={outcome} label={texts.leads.next} targets={step.next} path={path} />
      )}
      {(step.next.length === 0 || step.end_outcome !== undefined) && (
        <TextLine
          label={texts.leads.endOutcome}
          hint={texts.leads.endOutcomeHint}
          placeholder={texts.leads.endPlaceholder}
          value={step.end_outcome ?? ''}
          onChange={(text) => change(put(step, 'end_outcome', text.trim() === '' ? undefined : text), 'end_outcome')}
          path={pathOf(step, 'end_outcome')}
        />
      )}
    </Group>
  )
}
