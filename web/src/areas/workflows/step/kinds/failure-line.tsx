import type { SubworkflowStep, ToolStep } from '@throughline/flow/document'
import { RouteLine } from '../leads/route-line.tsx'
import { texts } from '../step.texts.ts'
import { act, pathOf, put, useEditing } from '../step-context.ts'

/** Where a step leads that has failed for good; without a way it stays open and asks. */
export function FailureLine({ step }: { step: ToolStep | SubworkflowStep }) {
  const { change } = useEditing()
  return (
    <RouteLine
      outcome="failed"
      route={step.on_failure}
      onRoute={(route, typing) => change(put(step, 'on_failure', route), typing ? 'on_failure' : act('on_failure'))}
      usual={texts.route.stay}
      usualHint={texts.route.stayHint}
      endsAs="failed"
      path={pathOf(step, 'on_failure')}
    />
  )
}
