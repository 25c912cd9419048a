import type { StepId } from '@throughline/flow/plan'
import type { ReactNode } from 'react'
import type { Drawing } from '../model/drawing.ts'
import { texts } from './variables.texts.ts'
import type { KnownVariable } from './variables-model.ts'

type VariablePlacesProps = { variable: KnownVariable; drawing: Drawing; onJump: (step: StepId) => void }

/** Where a variable is set and read; a step's name leads to it. */
export function VariablePlaces({ variable, drawing, onJump }: VariablePlacesProps) {
  const { own, asked, writers, readers, readAtStart } = variable
  const known = own?.default !== undefined && own.default !== null
  const steps = (ids: readonly StepId[]) =>
    ids.flatMap((id) => {
      const drawn = drawing.at(id)
      if (!drawn) return []
      return [
        <button
          key={id}
          type="button"
          translate="no"
          onClick={() => onJump(id)}
          className="max-w-full truncate rounded-xs text-accent-text hover:underline"
        >
          {texts.step(drawn.n, drawn.step.name)}
        </button>,
      ]
    })
  return (
    <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-xs">
      <dt className="text-fg-3">{texts.setBy}</dt>
      <Places>
        {known && <span key="default">{texts.byDefault(JSON.stringify(own?.default))}</span>}
        {asked && <span key="start">{texts.start}</span>}
        {steps(writers)}
      </Places>
      <dt className="text-fg-3">{texts.readBy}</dt>
      <Places>
        {readAtStart && <span key="start">{texts.starting}</span>}
        {steps(readers)}
      </Places>
    </dl>
  )
}

function Places({ children }: { children: ReactNode[] }) {
  const there = children.flat().filter(Boolean)
  return (
    <dd className="flex min-w-0 flex-wrap gap-x-2.5 gap-y-0.5 text-fg-2">
      {there.length > 0 ? there : <span className="text-fg-3">{texts.nothing}</span>}
    </dd>
  )
}
