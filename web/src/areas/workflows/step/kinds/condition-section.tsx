import type { ConditionStep } from '@throughline/flow/document'
import { tidy } from '@throughline/flow/edit'
import { Braces, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { ConditionRows } from '../../../../shared/expressions/condition-rows.tsx'
import { texts as expressionTexts } from '../../../../shared/expressions/expressions.texts.ts'
import { expressionOf, type Rows, rowsOf } from '../../../../shared/expressions/rows.ts'
import { type ExpressionScope, useExpressionScope } from '../../../../shared/expressions/scope.ts'
import { useTyped } from '../../../../shared/expressions/use-typed.ts'
import { Button } from '../../../../ui/button.tsx'
import { cn } from '../../../../ui/cn.ts'
import { Tag } from '../../../../ui/tag.tsx'
import { ExpressionLine } from '../expressions/expression-line.tsx'
import { TargetLine } from '../leads/target-line.tsx'
import { AddButton } from '../parts/add-button.tsx'
import { Group } from '../parts/group.tsx'
import { moved, OrderButtons } from '../parts/order-buttons.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { ExpressionSummary } from '../parts/summary.tsx'
import { act, pathOf, put, useEditable, useEditing, useProblemsAt } from '../step-context.ts'
import { texts as kindsTexts } from './kinds.texts.ts'

const texts = kindsTexts.condition
type Branch = ConditionStep['branches'][number]

type BranchCardProps = {
  branch: Branch
  at: number
  count: number
  path: string
  onChange: (branch: Branch, what: string) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function BranchCard({ branch, at, count, path, onChange, onMove, onRemove }: BranchCardProps) {
  const editable = useEditable()
  const wrong = useProblemsAt(path, true).some(({ level }) => level === 'E')
  const [name, typeName] = useTyped(branch.name ?? '', (typed) =>
    onChange(put(branch, 'name', typed.trim() === '' ? undefined : typed), `branch name ${at}`),
  )
  const called = name || texts.branch(at + 1)
  return (
    <li className={cn('rounded-md border', wrong && 'border-danger-mark')}>
      <div className="flex h-9 items-center gap-1.5 border-b pr-1 pl-2.5">
        <span className="tnum text-xs text-fg-3">{at + 1}</span>
        {editable ? (
          <input
            aria-label={texts.name(at + 1)}
            placeholder={texts.namePlaceholder(at + 1)}
            value={name}
            onChange={({ target }) => typeName(target.value)}
            className="h-7 min-w-0 flex-1 rounded-xs bg-transparent px-1 text-sm font-medium placeholder:text-fg-3"
          />
        ) : (
          <span translate="no" className="min-w-0 flex-1 truncate px-1 text-sm font-medium">
            {called}
          </span>
        )}
        <OrderButtons name={called} at={at} count={count} onMove={onMove} onRemove={onRemove} />
      </div>
      <div className="space-y-2 p-2.5">
        <When
          value={branch.when}
          path={`${path}/when`}
          onChange={(when, typing) => onChange({ ...branch, when }, typing ? `when ${at}` : act('when'))}
        />
        <TargetLine outcome={`b${at}`} label={called} targets={branch.next} path={`${path}/next`} />
        <ProblemsAt path={path} />
      </div>
    </li>
  )
}

/** The rows that say the expression; none yet where there is no expression. */
function rowsIn(text: string, scope: ExpressionScope): Rows | undefined {
  if (text.trim() === '') return { join: 'and', rows: [] }
  const checked = scope.read(text, 'truth')
  return 'tree' in checked ? rowsOf(checked.tree, scope.labels.type) : undefined
}

type WhenProps = { value: string; path: string; onChange: (when: string, typing: boolean) => void }

/** Built from rows or written as text; what rows cannot show stays text. */
function When({ value, path, onChange }: WhenProps) {
  const scope = useExpressionScope()
  const editable = useEditable()
  const [asText, setAsText] = useState(false)
  const rows = rowsIn(value, scope)
  if (!editable || !rows || asText)
    return (
      <>
        <ExpressionLine
          bare
          label={expressionTexts.expression}
          value={value}
          reads="truth"
          onChange={(text) => {
            // What is being written may look like rows half-way.
            setAsText(true)
            onChange(text, true)
          }}
          path={path}
        />
        {editable && rows && (
          <Button size="sm" variant="ghost" icon={SlidersHorizontal} className="-ml-2" onClick={() => setAsText(false)}>
            {expressionTexts.asRows}
          </Button>
        )}
      </>
    )
  return (
    <>
      <ConditionRows
        value={rows}
        onChange={(next, typing) => onChange(expressionOf(next, scope.labels.type), typing)}
        action={
          <Button size="sm" variant="ghost" icon={Braces} className="-mr-2" onClick={() => setAsText(true)}>
            {expressionTexts.asText}
          </Button>
        }
      />
      <ProblemsAt path={path} />
      <ExpressionSummary text={value} wanted="truth" withCode />
    </>
  )
}

/** Ordered branches; else is always last. */
export function ConditionSection({ step }: { step: ConditionStep }) {
  const { change } = useEditing()
  const { branches } = step
  const path = pathOf(step, 'branches')
  const set = (next: Branch[], what: string) => change(tidy({ ...step, branches: next }), what)
  const add = () => set([...branches, { when: '', next: step.else ?? [] }], act('add branch'))
  return (
    <Group
      title={texts.branches}
      holds={[path, pathOf(step, 'else')]}
      action={<AddButton onClick={add}>{texts.add}</AddButton>}
    >
      <p className="-mt-1.5 text-xs text-fg-3">{texts.note}</p>
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
            <span className="w-10 shrink-0 pt-1.5 text-sm font-medium">{texts.else}</span>
            <div className="min-w-0 flex-1">
              <TargetLine outcome="else" label={texts.else} targets={step.else ?? []} path={pathOf(step, 'else')} />
            </div>
          </div>
        </li>
      </ol>
    </Group>
  )
}

/** What expressions of this step can read. */
export function ScopeVariables() {
  const all = useExpressionScope().variables()
  const tags = (sure: boolean) =>
    all
      .filter((one) => one.sure === sure)
      .map(({ name, type }) => (
        <li key={name} className="max-w-full">
          <Tag className="font-mono font-normal">
            <span translate="no">{`${name} ${type}`}</span>
          </Tag>
        </li>
      ))
  const sure = tags(true)
  const maybe = tags(false)
  return (
    <Group title={texts.known}>
      <p className="-mt-1.5 text-xs text-fg-3">{sure.length > 0 ? texts.knownNote : texts.knownNone}</p>
      {sure.length > 0 && <ul className="flex flex-wrap gap-1.5">{sure}</ul>}
      {maybe.length > 0 && (
        <>
          <p className="text-xs text-fg-3">{texts.maybe}</p>
          <ul className="flex flex-wrap gap-1.5">{maybe}</ul>
        </>
      )}
    </Group>
  )
}
