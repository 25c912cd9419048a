import type { ApprovalStep, Assignee } from '@throughline/flow/document'
import { Braces, ShieldCheck, UserRound, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useExpressionScope } from '../../../../shared/expressions/scope.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { Select } from '../../../../ui/select.tsx'
import { ExpressionLine } from '../expressions/expression-line.tsx'
import { AddButton } from '../parts/add-button.tsx'
import { Group } from '../parts/group.tsx'
import { moved, OrderButtons } from '../parts/order-buttons.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { texts as peopleTexts } from '../people/people.texts.ts'
import { personIn, variableIn, whoName } from '../people/who.ts'
import { WhoPicker } from '../people/who-picker.tsx'
import { act, pathOf, useEditable, useEditing } from '../step-context.ts'
import { texts as kindsTexts } from './kinds.texts.ts'

const texts = kindsTexts.approval
const MAX_APPROVERS = 20

/** The approvers, in the order in which they are asked. */
export function Approvers({ step, children }: { step: ApprovalStep; children: ReactNode }) {
  const { change } = useEditing()
  const [adding, setAdding] = useState(false)
  const path = pathOf(step, 'approvers')
  const { approvers } = step
  const set = (next: Assignee[], what: string) => change({ ...step, approvers: next }, what)
  return (
    <Group
      title={texts.who}
      holds={[path, pathOf(step, 'rule')]}
      action={approvers.length < MAX_APPROVERS && <AddButton onClick={() => setAdding(true)}>{texts.add}</AddButton>}
    >
      {approvers.length > 0 && (
        <ol className="divide-y rounded-md border">
          {approvers.map((who, at) => (
            <Approver
              key={at}
              who={who}
              at={at}
              step={step}
              onChange={(next, typing) => set(approvers.with(at, next), typing ? `approver ${at}` : act('approver'))}
              onMove={(by) => set(moved(approvers, at, by), act('move approver'))}
              onRemove={() => set(approvers.toSpliced(at, 1), act('remove approver'))}
            />
          ))}
        </ol>
      )}
      {adding && (
        <WhoPicker
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever has pressed Add is about to type here
          autoFocus
          label={texts.find}
          value={undefined}
          onChange={(who) => {
            setAdding(false)
            if (who) set([...approvers, who], act('add approver'))
          }}
        />
      )}
      <ProblemsAt path={path} />
      {children}
    </Group>
  )
}

type ApproverProps = {
  who: Assignee
  at: number
  step: ApprovalStep
  onChange: (who: Assignee, typing?: boolean) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function Approver({ who, at, step, onChange, onMove, onRemove }: ApproverProps) {
  const { names, refs } = useEditing()
  const editable = useEditable()
  const scope = useExpressionScope()
  const name = whoName(who, names, scope)
  // Half-written expressions can look like a variable: the box stays while one writes.
  const [writing, setWriting] = useState(false)
  const expression = 'expr' in who && (writing || variableIn(who.expr) === undefined)
  const path = `${pathOf(step, 'approvers')}/${at}`
  const ordered = step.order === 'in_order'
  return (
    <li className="py-1.5 pr-1.5 pl-2">
      <div className="flex min-h-7 items-center gap-2">
        {ordered && <span className="tnum w-4 shrink-0 text-right text-xs text-fg-3">{at + 1}</span>}
        <Face who={who} name={name} photo={personIn(who, refs)?.photo ?? undefined} />
        <span translate="no" className="min-w-0 flex-1 truncate text-sm">
          {name}
        </span>
        {'team' in who || 'role' in who ? (
          <WhoOf who={who} name={name} onChange={onChange} />
        ) : (
          <span className="shrink-0 text-xs text-fg-3">
            {texts.kinds['person' in who ? 'person' : 'starter' in who ? 'starter' : 'expr']}
          </span>
        )}
        <OrderButtons
          name={name}
          at={at}
          count={step.approvers.length}
          onMove={ordered ? onMove : undefined}
          onRemove={onRemove}
        />
      </div>
      {'expr' in who && (expression || !editable) ? (
        <div className="mt-1 pl-7">
          <ExpressionLine
            bare
            label={peopleTexts.expression(name)}
            value={who.expr}
            onChange={(expr) => {
              setWriting(true)
              onChange({ expr }, true)
            }}
            path={`${path}/expr`}
          />
        </div>
      ) : (
        <ProblemsAt path={path} deep />
      )}
    </li>
  )
}

function Face({ who, name, photo }: { who: Assignee; name: string; photo: string | undefined }) {
  if ('person' in who) return <Avatar name={name} src={photo} size={22} />
  const Icon = 'team' in who ? UsersRound : 'role' in who ? ShieldCheck : 'starter' in who ? UserRound : Braces
  return (
    <span aria-hidden className="grid size-5.5 shrink-0 place-items-center rounded-full bg-surface-3 text-fg-2">
      <Icon size={13} />
    </span>
  )
}

type Queue = Extract<Assignee, { team: string } | { role: string }>

/** One of a queue decides for all of it, or each of its people is asked. */
function WhoOf({ who, name, onChange }: { who: Queue; name: string; onChange: (who: Assignee) => void }) {
  const editable = useEditable()
  if (!editable) return <span className="shrink-0 text-xs text-fg-3">{who.each ? texts.eachOf : texts.anyOf}</span>
  const queue = 'team' in who ? { team: who.team } : { role: who.role }
  return (
    <Select
      quiet
      label={texts.each(name)}
      value={who.each ? 'each' : 'any'}
      items={[
        { value: 'any', label: texts.anyOf },
        { value: 'each', label: texts.eachOf },
      ]}
      onChange={(next) => onChange(next === 'each' ? { ...queue, each: true } : queue)}
    />
  )
}
