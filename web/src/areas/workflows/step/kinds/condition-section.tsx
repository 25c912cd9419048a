import type { ConditionStep } from '@throughline/flow/document'
import { tidy } from '../../model/edits-targets.ts'
import { TargetLine } from '../leads/target-line.tsx'
import { AddButton } from '../parts/add-button.tsx'
import { Group } from '../parts/group.tsx'
import { moved } from '../parts/order-buttons.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { act, pathOf, useEditing } from '../step-context.ts'
import { BranchCard } from './branch-card.tsx'
import { texts } from './kinds.texts.ts'

const words = texts.condition
type Branch = ConditionStep['branches'][number]

/** Ordered branches; else is always last. */
export function ConditionSection({ step }: { step: ConditionStep }) {
  const { change } = useEditing()
  const { branches } = step
  const path = pathOf(step, 'branches')
  const set = (next: Branch[], what: string) => change(tidy({ ...step, branches: next }), what)
  const add = () => set([...branches, { when: '', next: step.else ?? [] }], act('add branch'))
  return (
    <Group
      title={words.branches}
      holds={[path, pathOf(step, 'else')]}
      action={<AddButton onClick={add}>{words.add}</AddButton>}
    >
      <p className="-mt-1.5 text-xs text-fg-3">{words.note}</p>
      <ProblemsAt path={path} />
      <ol className="space-y-2.5">
        {branches.map((branch, at) => (
          <BranchCard
            key={at}
            branch={branch}
            at={at}
            count={branches.length}
            path={`${path}/${at}`}
            onChange={(next, what) => set(branches.with(at, next), what)}
            onMove={(by) => set(moved(branches, at, by), act('move branch'))}
            onRemove={() => set(branches.toSpliced(at, 1), act('remove branch'))}
          />
        ))}
        <li className="rounded-md border bg-surface-2 p-2.5">
          <div className="flex items-start gap-2">
            <span className="w-10 shrink-0 pt-1.5 text-sm font-medium">{words.else}</span>
            <div className="min-w-0 flex-1">
              <TargetLine outcome="else" label={words.else} targets={step.else ?? []} path={pathOf(step, 'else')} />
            </div>
          </div>
        </li>
      </ol>
    </Group>
  )
}
