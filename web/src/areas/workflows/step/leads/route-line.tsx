import type { Cancel, Route, SubworkflowStep, ToolStep } from '@throughline/flow/document'
import { ComboboxOne } from '../../../../ui/combobox-one.tsx'
import { PickLine } from '../parts/pick-line.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { ReadLine } from '../parts/read-line.tsx'
import { TextLine } from '../parts/text-line.tsx'
import { texts } from '../step.texts.ts'
import { act, pathOf, put, useEditable, useEditing } from '../step-context.ts'
import { END, TargetLine } from './target-line.tsx'
import { useTargets } from './use-targets.ts'

const USUAL = ':usual'

type RouteLineProps = {
  outcome: 'failed' | 'rejected' | 'changes'
  route: Route | undefined
  onRoute: (route: Route | undefined, typing?: boolean) => void
  /** What happens when nothing is said. */
  usual: string
  usualHint?: string
  /** What the instance ends as unless another word is given. */
  endsAs: string
  path: string
}

/** Where an exception leads: what is usual, a step, or the end of the whole instance. */
export function RouteLine({ outcome, route, onRoute, usual, usualHint, endsAs, path }: RouteLineProps) {
  const { doc, setTargets } = useEditing()
  const editable = useEditable()
  const { items, label: nameOf, isBack } = useTargets()
  const word = texts.leads[outcome]
  const [target, ...others] = route && 'next' in route ? route.next : []
  const value = route === undefined ? USUAL : target === undefined ? END : target
  const choices = [
    { value: USUAL, label: usual },
    ...items,
    ...(target !== undefined && !items.some((item) => item.value === target)
      ? [{ value: target, label: nameOf(target) }]
      : []),
    { value: END, label: texts.route.ends },
  ]
  const pick = (chosen: string) => {
    if (chosen === value) return
    if (chosen === USUAL) onRoute(undefined)
    else if (chosen === END) onRoute({ end: endsAs })
    else setTargets(outcome, [chosen])
  }
  return (
    <div className="grid grid-cols-[5.25rem_minmax(0,1fr)] items-start gap-x-2 gap-y-1.5">
      <span className="pt-1.5 text-sm text-fg-2">{word}</span>
      <div className="min-w-0 space-y-1.5">
        {others.length > 0 && route && 'next' in route ? (
          <TargetLine outcome={outcome} label={word} targets={route.next} path={path} />
        ) : editable ? (
          <ComboboxOne label={texts.leads.goesTo(word)} items={choices} value={value} onChange={pick} />
        ) : (
          <ReadLine bare label={word} value={choices.find((one) => one.value === value)?.label ?? ''} />
        )}
        {route === undefined && usualHint && <p className="text-xs text-fg-3">{usualHint}</p>}
        {target !== undefined && isBack(target) && <p className="text-xs text-fg-3">{texts.leads.backHint}</p>}
        {route && 'end' in route && (
          <TextLine bare label={texts.route.endAs(word)} value={route.end} onChange={(end) => onRoute({ end }, true)} />
        )}
        {route && 'next' in route && doc.type === 'parallel' && target !== undefined && !isBack(target) && (
          <Beside
            label={texts.route.beside(word)}
            value={route.cancel ?? (outcome === 'failed' ? 'none' : 'siblings')}
            onChange={(cancel) => onRoute({ ...route, cancel })}
          />
        )}
        {others.length === 0 && <ProblemsAt path={path} deep />}
      </div>
    </div>
  )
}

const cancels: Cancel[] = ['none', 'siblings', 'all']

function Beside({ label, value, onChange }: { label: string; value: Cancel; onChange: (cancel: Cancel) => void }) {
  const items = cancels.map((cancel) => ({ value: cancel, label: texts.route.cancel[cancel] }))
  return <PickLine bare label={label} value={value} items={items} onChange={onChange} />
}

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
