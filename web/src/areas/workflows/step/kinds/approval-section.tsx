import { coveredBy, usualReturn } from '@throughline/flow/compile'
import type { ApprovalStep } from '@throughline/flow/document'
import { useDeferredValue, useMemo } from 'react'
import { useTyped } from '../../../../shared/expressions/use-typed.ts'
import { Input } from '../../../../ui/input.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { RouteLine } from '../leads/route-line.tsx'
import { useTargets } from '../leads/use-targets.ts'
import { Group } from '../parts/group.tsx'
import { PickLine } from '../parts/pick-line.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { ReadLine } from '../parts/read-line.tsx'
import { Summary } from '../parts/summary.tsx'
import { TextLine } from '../parts/text-line.tsx'
import { texts as stepTexts } from '../step.texts.ts'
import { act, pathOf, put, useEditable, useEditing } from '../step-context.ts'
import { Approvers } from './approvers.tsx'
import { texts as kindsTexts } from './kinds.texts.ts'

const texts = kindsTexts.approval
const routes = stepTexts.route

/** Who decides, by which rule, and where a refusal leads. */
export function ApprovalSection({ step }: { step: ApprovalStep }) {
  return (
    <>
      <Approvers step={step}>
        <ApprovalRule step={step} />
        <SelfApproval step={step} />
      </Approvers>
      <Refusals step={step} />
    </>
  )
}

function SelfApproval({ step }: { step: ApprovalStep }) {
  const { doc, drawing, change } = useEditing()
  const editable = useEditable()
  const latest = useDeferredValue(doc)
  const covered = useMemo(() => coveredBy(latest, step.id), [latest, step.id])
  const numbers = covered.flatMap((id) => drawing.at(id)?.n ?? []).sort((a, b) => a - b)
  if (!editable) return <ReadLine label={texts.self} value={step.allow_self ? stepTexts.yes : stepTexts.no} />
  return (
    <Switch
      checked={step.allow_self ?? false}
      hint={step.allow_self ? texts.selfOn : texts.selfOff(numbers)}
      onChange={(on) => change(put(step, 'allow_self', on || undefined), act('allow_self'))}
    >
      {texts.self}
    </Switch>
  )
}

function Refusals({ step }: { step: ApprovalStep }) {
  const { doc, change } = useEditing()
  const { label } = useTargets()
  const latest = useDeferredValue(doc)
  const home = useMemo(() => usualReturn(latest, step.id), [latest, step.id])
  const line = (outcome: 'rejected' | 'changes', key: 'on_reject' | 'on_changes') => {
    const without = outcome === 'rejected' ? routes.defaultEnd : routes.defaultNone
    return (
      <RouteLine
        outcome={outcome}
        route={step[key]}
        onRoute={(route, typing) => change(put(step, key, route), typing ? key : act(key))}
        usual={home === undefined ? without : routes.defaultBack(label(home))}
        usualHint={home === undefined ? '' : texts.usualHint}
        endsAs="rejected"
        path={pathOf(step, key)}
      />
    )
  }
  return (
    <Group title={texts.not} holds={[pathOf(step, 'on_reject'), pathOf(step, 'on_changes')]}>
      {line('rejected', 'on_reject')}
      {line('changes', 'on_changes')}
    </Group>
  )
}

/** Variables that hold how it was decided. */
export function ApprovalOutput({ step }: { step: ApprovalStep }) {
  const { change } = useEditing()
  const kept = step.output ?? {}
  const path = pathOf(step, 'output')
  const set = (key: 'decision' | 'comment' | 'decided_by', typed: string) => {
    const output = put(kept, key, typed.trim() === '' ? undefined : typed.trim())
    change(put(step, 'output', Object.keys(output).length > 0 ? output : undefined), `output ${key}`)
  }
  return (
    <Group
      title={texts.output}
      closed={step.output === undefined}
      summary={Object.values(kept).join(', ') || texts.notKept}
      holds={[path]}
    >
      <div className="grid grid-cols-2 gap-2">
        {(['decision', 'comment', 'decided_by'] as const).map((key) => (
          <TextLine
            key={key}
            mono
            label={texts.outputs[key]}
            placeholder={texts.notKept}
            value={kept[key] ?? ''}
            onChange={(typed) => set(key, typed)}
            path={`${path}/${key}`}
          />
        ))}
      </div>
      <ProblemsAt path={path} />
    </Group>
  )
}

/** How many are asked, as far as that is known before it runs. */
function approverCount({ approvers }: ApprovalStep): number | undefined {
  return approvers.some((one) => 'expr' in one || ('each' in one && one.each)) ? undefined : approvers.length
}

function ApprovalRule({ step }: { step: ApprovalStep }) {
  const { change } = useEditing()
  const editable = useEditable()
  const asked = approverCount(step)
  const kind = typeof step.rule === 'number' ? 'number' : step.rule
  const usualNumber = Math.max(1, Math.ceil((asked ?? 2) / 2))
  return (
    <>
      {editable ? (
        <div className="flex items-end gap-2">
          <PickLine
            label={texts.rule}
            value={kind}
            items={(['first', 'all', 'number'] as const).map((value) => ({ value, label: texts.rules[value] }))}
            onChange={(next) => change({ ...step, rule: next === 'number' ? usualNumber : next }, act('rule'))}
            className="min-w-0 flex-1"
          />
          {typeof step.rule === 'number' && <Needed step={step} rule={step.rule} />}
          {kind === 'number' && asked !== undefined && (
            <span className="pb-1.5 text-sm whitespace-nowrap text-fg-3">{texts.of(asked)}</span>
          )}
        </div>
      ) : (
        <ReadLine
          label={texts.rule}
          value={typeof step.rule === 'number' ? texts.neededOf(step.rule, asked) : texts.rules[step.rule]}
        />
      )}
      <ProblemsAt path={pathOf(step, 'rule')} />
      {step.approvers.length !== 1 && (
        <div className="flex items-center justify-between gap-3">
          <span className="text-sm font-medium">{texts.asked}</span>
          {editable ? (
            <Segmented
              label={texts.asked}
              value={step.order}
              onChange={(order) => change({ ...step, order }, act('order'))}
              items={(['at_once', 'in_order'] as const).map((value) => ({ value, label: texts.orders[value] }))}
            />
          ) : (
            <ReadLine bare label={texts.asked} value={texts.orders[step.order]} />
          )}
        </div>
      )}
      {step.approvers.length > 0 && <Summary>{texts.reads({ rule: step.rule, order: step.order, asked })}</Summary>}
    </>
  )
}

function Needed({ step, rule }: { step: ApprovalStep; rule: number }) {
  const { change } = useEditing()
  const [text, type] = useTyped(String(rule), (typed) => {
    if (/^\d{1,2}$/.test(typed.trim())) change({ ...step, rule: Number(typed) }, 'rule')
  })
  return (
    <Input
      aria-label={texts.needed}
      aria-invalid={!/^\d{1,2}$/.test(text.trim()) || undefined}
      inputMode="numeric"
      value={text}
      onChange={({ target }) => type(target.value)}
      className="tnum w-14! shrink-0"
    />
  )
}
