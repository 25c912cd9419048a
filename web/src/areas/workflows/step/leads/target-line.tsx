import type { StepId } from '@throughline/flow/plan'
import { CornerDownRight, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { ComboboxOne } from '../../../../ui/combobox-one.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { texts } from '../step.texts.ts'
import { useEditable, useEditing } from '../step-context.ts'
import { useTargets } from './use-targets.ts'

/** No id of a step holds a colon. */
export const END = ':end'

type TargetLineProps = { outcome: string; label: string; targets: readonly StepId[]; path: string }

/** Where one outcome leads: a step or the end, or several at once, which makes the workflow a parallel one. */
export function TargetLine({ outcome, label, targets, path }: TargetLineProps) {
  const { doc, setTargets } = useEditing()
  const editable = useEditable()
  const { items, label: nameOf, isBack } = useTargets()
  const [adding, setAdding] = useState(false)
  const end = { value: END, label: texts.end }
  const missing = targets.filter((id) => !items.some(({ value }) => value === id))
  const choices = [...items, ...missing.map((id) => ({ value: id, label: nameOf(id) }))]
  const pick = (at: number, chosen: string) =>
    setTargets(outcome, chosen === END ? targets.toSpliced(at, 1) : [...new Set(targets.toSpliced(at, 1, chosen))])
  const only = targets.length < 2
  const mayAdd = editable && targets.length > 0 && !targets.some(isBack)
  return (
    <div className="min-w-0 space-y-1.5">
      {(targets.length === 0 ? [END] : targets).map((target, at) => (
        <Line key={target} back={isBack(target)}>
          {editable ? (
            <ComboboxOne
              label={texts.leads.goesTo(label)}
              items={
                only ? [...choices, end] : choices.filter(({ value }) => value === target || !targets.includes(value))
              }
              value={target}
              onChange={(chosen) => chosen !== target && pick(at, chosen)}
            />
          ) : target === END ? (
            <span className="text-sm">{texts.end}</span>
          ) : (
            <span translate="no" className="text-sm">
              {nameOf(target)}
            </span>
          )}
          {editable && !only && (
            <IconButton
              label={texts.leads.removeTarget(nameOf(target))}
              icon={X}
              size="sm"
              onClick={() => setTargets(outcome, targets.toSpliced(at, 1))}
            />
          )}
        </Line>
      ))}
      {mayAdd && adding && (
        <Line back={false}>
          <ComboboxOne
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever has pressed the button is about to choose
            autoFocus
            label={texts.leads.addTarget(label)}
            placeholder={texts.leads.choose}
            items={items.filter(({ value }) => !targets.includes(value) && !isBack(value))}
            value=""
            onChange={(chosen) => {
              setAdding(false)
              setTargets(outcome, [...targets, chosen])
            }}
          />
        </Line>
      )}
      {mayAdd && !adding && (
        <Button size="sm" variant="ghost" className="ml-4 text-accent-text!" onClick={() => setAdding(true)}>
          {texts.leads.more}
        </Button>
      )}
      {targets.some(isBack) && <p className="pl-6 text-xs text-fg-3">{texts.leads.backHint}</p>}
      {!only && doc.type === 'parallel' && <p className="pl-6 text-xs text-fg-3">{texts.leads.joined}</p>}
      <ProblemsAt path={path} deep />
    </div>
  )
}

function Line({ back, children }: { back: boolean; children: React.ReactNode }) {
  const Icon = back ? Undo2 : CornerDownRight
  return (
    <div className="flex items-center gap-2">
      <Icon size={14} aria-hidden className="shrink-0 text-fg-3" />
      <div className="flex min-w-0 flex-1 items-center gap-1 *:first:min-w-0 *:first:flex-1">{children}</div>
    </div>
  )
}
